"""Jobs for pages: begin one, stop one, fetch what was made."""

from __future__ import annotations

import asyncio
from pathlib import PurePosixPath

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from brickyard.serving.bench import Bench
from brickyard.serving.bodies import MakeBody, StopBody, read_body
from brickyard.serving.saving import attached
from ldraw_tools.findings import BrickyardError


async def make(bench: Bench, request: Request) -> Response:
    """Makes sheets, cards, instructions, a site, a GLB file, parts lists or a picture, of drafts too."""
    body = await read_body(request, MakeBody)
    paths = [bench.found(file) for file in body.files]
    name = body.name or PurePosixPath(body.files[0]).stem
    job = bench.press.add(body.what, name, {"paths": paths, "paper": body.paper, "steps": body.steps})
    bench.run(bench.press.run(job))
    return JSONResponse({"job": job.id})


async def made(bench: Bench, request: Request) -> Response:
    job = bench.press.job(request.query_params.get("job", ""))
    if job.file is None:
        raise BrickyardError(job.error or "It is not ready yet.")
    # We made it, so it may be as large as it is.
    return attached(await asyncio.to_thread(job.file.read_bytes), job.file.name)


async def stop(bench: Bench, request: Request) -> Response:
    """Stops a job, or an answer that takes long."""
    body = await read_body(request, StopBody)
    if not (bench.press.stop_one(body.job) or bench.desks.stop_one(body.job)):
        raise BrickyardError("There is no such job, or it has ended.")
    return JSONResponse({"job": body.job})
