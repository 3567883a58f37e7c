"""Pictures of models with numpy alone: camera, depth buffer, light, glass, edge lines."""
