// Runs tests/another_python.py in CPython as npm's pyodide brings it.
// node another_python.mjs PYODIDE REPOSITORY PACKAGES COMMANDS
import { pathToFileURL } from "node:url";

const [pyodide, repository, packages, commands] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${pyodide}/` });
for (const [place, folder] of [
  ["/house", repository],
  ["/packages", packages],
]) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, place);
}
python.globals.set("commands", commands);
try {
  process.stdout.write(
    python.runPython(`
import os, sys
sys.dont_write_bytecode = True
os.chdir("/house")
sys.path[:0] = ["/house"]
sys.path.append("/packages")
from tests.another_python import report
report(commands)
`),
  );
} catch (error) {
  // Its stack is the whole of pyodide.
  process.stderr.write(error.message);
  process.exitCode = 1;
}
