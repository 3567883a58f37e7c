// Times three.js' LDrawLoader at one task: node threejs_bench.mjs '{"task": …}'.
//
// parse_text  LDrawParsedCache.parse(text) on a string in memory: line ends, split into lines, tokens,
//             a parseFloat for each of the twelve numbers, one Matrix4 and one record per placement.
//             Nothing is looked up, fetched or built.
// parse       the same, after reading the file from disk as UTF-8.
// geometry    LDrawLoader.parse(text) of the model to its Group of meshes, smoothing off: every part file
//             read, parsed, transformed, merged and copied into buffers. Colours are loaded beforehand.
//
// Best case for three.js: its FileLoader reads straight from disk instead of through fetch, and finds each
// file at the first try through an index of the library that is made outside the measured time.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const job = JSON.parse(process.argv[2]);
const fromPackage = (path) => import(pathToFileURL(join(job.three, path)).href);
const { FileLoader, REVISION } = await fromPackage("build/three.module.js");
const { LDrawLoader } = await fromPackage("examples/jsm/loaders/LDrawLoader.js");
const { LDrawConditionalLineMaterial } = await fromPackage(
  "examples/jsm/materials/LDrawConditionalLineMaterial.js",
);

const warnings = [];
console.warn = console.error = (...words) => warnings.push(words.join(" "));

function libraryIndex(library) {
  const index = new Map();
  for (const [folder, prefix] of [
    ["p", ""],
    ["p/48", "48/"],
    ["p/8", "8/"],
    ["parts", ""],
    ["parts/s", "s/"],
  ]) {
    for (const name of readdirSync(join(library, folder))) {
      index.set(prefix + name.toLowerCase(), join(library, folder, name));
    }
  }
  index.set("ldconfig.ldr", join(library, "LDConfig.ldr"));
  return index;
}

function readThrough(index) {
  FileLoader.prototype.load = (url, onLoad, _onProgress, onError) => {
    const path = index.get(url.toLowerCase().replace(/^(parts\/|p\/)+/, ""));
    if (path === undefined) onError(new Error(`${url} is not in the library`));
    else onLoad(readFileSync(path, "utf8"));
  };
}

async function loaderWithColours() {
  const loader = new LDrawLoader();
  loader.setConditionalLineMaterial(LDrawConditionalLineMaterial);
  loader.smoothNormals = false;
  await loader.preloadMaterials("LDConfig.ldr");
  loader.addDefaultMaterials();
  return loader;
}

// Not positions.count / 3: buffers are allocated for two sides of every uncertified face and not always
// filled.
function countTriangles(group) {
  let corners = 0;
  group.traverse((object) => {
    if (object.isMesh) for (const { count } of object.geometry.groups) corners += count;
  });
  return corners / 3;
}

const placements = (parsed) => parsed.subobjects.length;
const parseText = (loader, text) => loader.partsCache.parseCache.parse(text);
const readText = () => readFileSync(job.model, "utf8");

const tasks = {
  parse_text: {
    prepare: async () => ({ loader: new LDrawLoader(), text: readText() }),
    run: async ({ loader, text }) => parseText(loader, text),
    result: placements,
  },
  parse: {
    prepare: async () => ({ loader: new LDrawLoader() }),
    run: async ({ loader }) => parseText(loader, readText()),
    result: placements,
  },
  geometry: {
    prepare: async () => ({ loader: await loaderWithColours() }),
    run: ({ loader }) => new Promise((resolve, reject) => loader.parse(readText(), resolve, reject)),
    result: countTriangles,
  },
};

async function measure(task) {
  const seconds = [];
  let result = null;
  let spent = 0;
  while (seconds.length < job.repeats && spent < job.budget) {
    const prepared = await task.prepare();
    const start = performance.now();
    const output = await task.run(prepared);
    seconds.push((performance.now() - start) / 1000);
    spent += seconds.at(-1);
    result = task.result(output);
  }
  return { seconds, result };
}

if (job.library) readThrough(libraryIndex(job.library));
const measured = await measure(tasks[job.task]);
console.log(JSON.stringify({ ...measured, version: `r${REVISION}`, note: warnings.slice(0, 3).join("; ") }));
