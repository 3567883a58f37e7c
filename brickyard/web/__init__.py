"""Design pages: a static site of frames, stations, ships, companies and fleets."""

from importlib import resources

# The 3D view, in the order in which its parts need each other.
_VIEWER = (
    "shaders3d", "graphics3d", "poses3d", "shapes3d", "light3d", "glass3d", "pointing3d", "scene3d", "view3d",
    "hands3d", "viewer",
)  # fmt: skip


def viewer_script() -> bytes:
    """All of it as one script."""
    folder = resources.files("brickyard") / "web" / "static"
    return b"\n".join((folder / f"{name}.js").read_bytes() for name in _VIEWER)
