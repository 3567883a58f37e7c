"""Connections of guests: so many for each, and none waits for ever, so that everybody else can play.

Imported only where something is served: uvicorn is heavy.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS = 60


class PromptHttp(H11Protocol):
    """Hangs up on who asks for nothing, or for something and never ends; uvicorn would wait for ever."""

    seconds = 15.0
    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        if self.conn.their_state is h11.SEND_BODY:
            # A large body may take its time, as long as it comes.
            self._stop_waiting()
        self._wait()
        super().data_received(data)
        if not self._is_unfinished():
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _is_unfinished(self) -> bool:
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def _wait(self) -> None:
        self._waiting = self._waiting or self.loop.call_later(self.seconds, self._hang_up)

    def _stop_waiting(self) -> None:
        if self._waiting:
            self._waiting.cancel()
        self._waiting = None

    def _hang_up(self) -> None:
        self._waiting = None
        if self.flow.read_paused:
            # It is we who are slow.
            self._wait()
        elif self._is_unfinished():
            self.transport.abort()


class BoundedHttp(PromptHttp):
    """uvicorn bounds all connections together, which would let one guest shut out the rest."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        guest = self.client[0] if self.client else ""
        clients = [getattr(one, "client", None) or ("",) for one in self.connections]
        if len([client for client in clients if client[0] == guest]) > MOST_CONNECTIONS:
            transport.abort()
