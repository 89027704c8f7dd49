// SPDX-License-Identifier: Apache-2.0
// Runs one simulated SoC in a Web Worker. The page puts the simulator's code in front of this function (page.js).
"use strict";

function metronomeWorker() {
    const RECORD_BYTES = 16;
    let simulator = null;

    const call = (name, types, values) => JSON.parse(simulator.ccall(name, "string", types, values));

    /** Copy bytes into the simulator's memory during a call of `use(address, size)`. */
    function withBytes(bytes, use) {
        const place = simulator._malloc(bytes.length);
        simulator.HEAPU8.set(bytes, place);
        try {
            return use(place, bytes.length);
        } finally {
            simulator._free(place);
        }
    }

    /** Start a program. module: the compiled simulator; file: an ELF file as ArrayBuffer; options: see web_load(). */
    async function load({ module, file, options }) {
        simulator = await new Promise((resolve, reject) => {
            const instantiateWasm = (imports, done) => {
                WebAssembly.instantiate(module, imports).then(done, reject);
                return {};
            };
            metronomeSimulator({ instantiateWasm }).then(resolve, reject);
        });
        return withBytes(new Uint8Array(file), (place, size) =>
            call("web_load", ["number", "number", "string"], [place, size, JSON.stringify(options)]));
    }

    /** Run until a cycle, or only to the next switch of tasks. The answer also has the new records (timeline.h). */
    function run({ until, toSwitch = false }) {
        const answer = call("web_run", ["number", "boolean"], [until, toSwitch]);
        if (answer.error) return answer;
        const at = simulator.ccall("web_records", "number"), count = simulator.ccall("web_record_count", "number");
        return { ...answer, records: new Uint32Array(simulator.HEAPU8.slice(at, at + count * RECORD_BYTES).buffer) };
    }

    /** Send text to the UART. */
    function send({ text }) {
        withBytes(new TextEncoder().encode(text), (place, size) =>
            simulator.ccall("web_send", null, ["number", "number"], [place, size]));
        return {};
    }

    const actions = { load, run, send };
    onmessage = async ({ data }) => {
        let answer;
        try {
            answer = await actions[data.action](data);
        } catch (error) {
            answer = { error: `the simulator failed: ${error.message || error}` };
        }
        postMessage({ ...answer, number: data.number }, answer.records ? [answer.records.buffer] : []);
    };
}
