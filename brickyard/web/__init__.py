"""Design pages: a static site of frames, stations, ships, companies and fleets."""
