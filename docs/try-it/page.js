// SPDX-License-Identifier: Apache-2.0
// The page "Try it": two simulated SoCs, one in software and one with units, on the same time axis. Each runs in a Web
// Worker (worker.js). `./metro docs` writes catalogue.js and the files that it names; scripts/metro/docs/try_it.py
// describes them. They are scripts with text, so that the page also works without a web server.
"use strict";

(() => {
    const CLOCK_HZ = 50e6;                  // of the simulated SoC, by definition
    const KINDS = { TRAP: 0, RETURN: 1, SWITCH: 2, TICK: 4 };       // of records (hw/sim/timeline.h)
    const LARGEST_ELF = 16 << 20;           // bytes; more is no firmware for this ROM, even with debug information
    const TURN_MS = 100;                    // of real time that a call of the simulators should take
    const FURTHEST_STEP = 5e6;              // cycles
    const MOST_SLICES = 200000;             // that a system keeps for its timeline
    const WINDOWS = [5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 2e6, 5e6];     // cycles that the timeline shows
    const RATES = [100, 200, 500, 1000, 2000, 5000, 10000];

    const root = document.getElementById("simulators");
    if (!root) return;
    const here = new URL(".", document.currentScript.src);
    const files = new Map();                // content of the loaded scripts by name
    window.metronome = { add: (name, content) => files.set(name, content) };

    const element = (name, properties = {}, ...children) => {
        const made = Object.assign(document.createElement(name), properties);
        made.append(...children);
        return made;
    };
    const number = (value) => Math.round(value).toLocaleString("en");
    const bytes = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0)).buffer;

    /** Load a script that adds a file, and return the file's content. */
    async function file(name) {
        if (!files.has(name)) await script(name);
        return files.get(name);
    }

    function script(name) {
        return new Promise((resolve, reject) => {
            document.head.append(element("script", { src: new URL(name, here), onload: resolve,
                onerror: () => reject(new Error(`${name} is missing: ./metro docs builds it`)) }));
        });
    }

    // ------------------------------------------------------------------------------------------------------ one system

    /** A simulated SoC with a program. */
    class System {
        constructor(title) {
            this.title = title;
            this.waiting = new Map();
            this.asked = 0;
            this.clear();
        }

        get name() {
            return `${this.title} (${this.configuration || "…"})`;
        }

        clear() {
            this.worker?.terminate();
            this.worker = null;
            for (const fail of this.waiting.values()) fail({ error: "the run was replaced" });
            this.waiting.clear();
            Object.assign(this, { cycles: 0, instructions: 0, contexts: [], slices: [], ticks: [], ended: false,
                                  context: 0, since: 0, text: "" });
        }

        /** Load a program: an ELF file and the options of web_load(). Throw an Error if the SoC cannot run it. */
        async load(configuration, elf, options) {
            this.clear();
            this.configuration = configuration;
            const simulator = await file(`${configuration}.sim.js`);
            const source = `${simulator.glue}\n(${metronomeWorker})();`;
            this.worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
            this.worker.onmessage = ({ data }) => {
                const answer = this.waiting.get(data.number);
                this.waiting.delete(data.number);
                answer?.(data);
            };
            this.worker.onerror = (event) => {
                for (const fail of this.waiting.values()) fail({ error: `the simulator failed: ${event.message}` });
                this.waiting.clear();
            };
            await this.ask("load", { code: bytes(simulator.code), file: elf,
                                     options: { ...options, rom: simulator.rom, compressed: simulator.compressed } });
        }

        /** Send a message to the worker, and return its answer. */
        async ask(action, message = {}) {
            const answer = await new Promise((resolve) => {
                this.asked += 1;
                this.waiting.set(this.asked, resolve);
                this.worker.postMessage({ ...message, action, number: this.asked });
            });
            if (answer.error) throw new Error(answer.error);
            return answer;
        }

        /** Run until a cycle, or to the next switch of tasks. Return the new text of the console. */
        async run(until, toSwitch = false) {
            if (this.ended || !this.worker || this.cycles >= until) return "";
            const worker = this.worker, answer = await this.ask("run", { until, toSwitch });
            if (worker !== this.worker) return "";
            const { cycles, instructions, contexts, ended } = answer;
            this.take(answer.records);
            Object.assign(this, { cycles, instructions, contexts, ended });
            let text = answer.console;
            if (ended) text += this.ending(answer);
            this.text += text;
            return text;
        }

        /** Return the lines that `./metro run` prints at the end. */
        ending({ message, status, cycles }) {
            const lines = message ? message.split("\n").map((line, n) => n ? line : `simulator: ${line}`) : [];
            lines.push(`exit code ${status} after ${number(cycles)} cycles`);
            return `\n${lines.join("\n")}\n`;
        }

        take(records) {
            for (let at = 0; at < records.length; at += 4) {
                const kind = records[at + 1] >>> 24;
                const cycle = records[at] + (records[at + 1] & 0xffffff) * 2 ** 32;
                if (kind === KINDS.TICK) this.ticks.push(cycle);
                if (kind > KINDS.SWITCH) continue;
                this.slices.push({ context: this.context, begin: this.since, end: cycle });
                this.context = records[at + 2];
                this.since = cycle;
            }
            if (this.slices.length > MOST_SLICES) this.slices.splice(0, this.slices.length - MOST_SLICES);
            if (this.ticks.length > MOST_SLICES) this.ticks.splice(0, this.ticks.length - MOST_SLICES);
        }

        /** Return the cycles since the first task: all, and those that the idle task did not get. */
        get spent() {
            const of = (contexts) => contexts.reduce((sum, context) => sum + context.cycles, 0);
            const counted = this.contexts.filter((context) => context.kind !== "program");
            return { all: of(counted), busy: of(counted.filter((context) => !context.idle)) };
        }

        /** Return the lanes of the timeline: [{title, contexts}]. */
        get lanes() {
            const lanes = new Map();
            this.contexts.forEach((context, n) => {
                const title = context.kind === "interrupt" || context.kind === "exception" ? "interrupts"
                    : context.kind === "program" ? "start" : context.name || context.entry || "task";
                const key = context.kind === "thread" ? n : title;
                if (context.cycles || context.kind === "thread")
                    lanes.set(key, { title, idle: context.idle, kind: context.kind,
                                     contexts: [...(lanes.get(key)?.contexts || []), n] });
            });
            const order = { interrupt: 0, exception: 0, program: 1, thread: 2 };
            return [...lanes.values()].sort((a, b) => order[a.kind] + a.idle - order[b.kind] - b.idle);
        }
    }

    // ------------------------------------------------------------------------------------------------------ the page

    const systems = [new System("In software"), new System("With units")];
    const page = { running: false, window: 5, end: null, program: null, drawn: false };
    let catalogue;

    const status = element("p", { className: "try-status", role: "status" });
    const problem = element("p", { className: "try-problem", role: "alert", hidden: true });
    const program = element("select", { id: "try-program" });
    const start = element("button", { type: "button", textContent: "Start" });
    const step = element("button", { type: "button", textContent: "To the next switch" });
    const restart = element("button", { type: "button", textContent: "Restart" });
    const tasks = element("input", { type: "range", min: 1, max: 60, value: 48, id: "try-tasks" });
    const rate = element("input", { type: "range", min: 0, max: RATES.length - 1, value: 3, id: "try-rate" });
    const tasksText = element("output", { htmlFor: "try-tasks" });
    const rateText = element("output", { htmlFor: "try-rate" });
    const sliders = element("span", { className: "try-sliders" },
        element("label", { htmlFor: "try-tasks", textContent: "Tasks" }), tasks, tasksText,
        element("label", { htmlFor: "try-rate", textContent: "Tick rate" }), rate, rateText);
    const own = element("input", { type: "file", id: "try-own" });
    const canvas = element("canvas", { tabIndex: 0, role: "img" });
    const closer = element("button", { type: "button", textContent: "+", ariaLabel: "Show a shorter time" });
    const wider = element("button", { type: "button", textContent: "−", ariaLabel: "Show a longer time" });
    const panels = systems.map((system) => {
        const share = element("strong", { textContent: "–" }), what = element("span");
        const title = element("h3"), terminal = element("div", { className: "try-terminal" });
        return { title, share, what, terminal,
                 node: element("section", {}, title, element("p", { className: "try-number" }, share, " ", what)) };
    });

    function fail(error) {
        problem.textContent = error.message || String(error);
        problem.hidden = false;
        page.running = false;
        show();
    }

    function show() {
        start.textContent = page.running ? "Pause" : "Start";
        start.disabled = step.disabled = !page.program || systems.every((system) => system.ended);
        step.disabled ||= page.running;
        tasksText.textContent = tasks.value;
        rateText.textContent = `${number(RATES[rate.value])} Hz`;
        sliders.hidden = !page.program?.parameters;
        systems.forEach((system, n) => {
            const { all, busy } = system.spent;
            panels[n].title.textContent = system.name;
            panels[n].share.textContent = all ? `${(100 * busy / all).toFixed(1)} %` : "–";
            panels[n].what.textContent = `${page.program?.parameters ? "lost to the kernel" : "not idle"}: ` +
                `${number(busy)} cycles`;
        });
        if (page.program) {
            const at = systems.map((system) => number(system.cycles)).join(" and ");
            const speed = page.speed ? `, ${page.speed.toFixed(2)} MHz each` : "";
            status.textContent = `${page.running ? "Runs" : "Stopped"}: cycles ${at}${speed}.`;
        }
        draw();
    }

    // ------------------------------------------------------------------------------------------------------ timeline

    function draw() {
        const scale = window.devicePixelRatio || 1, width = canvas.clientWidth, labels = Math.min(150, width / 4);
        const style = getComputedStyle(root), colour = (name) => style.getPropertyValue(`--try-${name}`);
        const lanes = systems.map((system) => system.lanes);
        const height = (list) => Math.max(4, Math.min(16, 200 / Math.max(1, list.length)));
        const tall = lanes.reduce((sum, list) => sum + Math.max(list.length * height(list), 12) + 28, 24);
        canvas.style.height = `${tall}px`;
        canvas.width = width * scale;
        canvas.height = tall * scale;
        const context = canvas.getContext("2d");
        context.scale(scale, scale);
        context.font = "11px sans-serif";
        const span = WINDOWS[page.window], last = Math.max(...systems.map((system) => system.cycles));
        const end = page.end ?? Math.max(last, span), begin = end - span;
        const x = (cycle) => labels + (cycle - begin) / span * (width - labels);
        let top = 0;
        systems.forEach((system, n) => {
            const rows = lanes[n], tallRow = height(rows), rowOf = new Map();
            context.fillStyle = colour("text");
            context.fillText(system.name, 2, top + 14);
            top += 20;
            rows.forEach((lane, row) => lane.contexts.forEach((one) => rowOf.set(one, row)));
            context.fillStyle = colour("tick");
            for (const tick of system.ticks)
                if (tick >= begin && tick <= end) context.fillRect(x(tick), top, 1, rows.length * tallRow);
            const bar = (slice) => {
                const row = rowOf.get(slice.context);
                if (row === undefined || slice.end < begin || slice.begin > end) return;
                const lane = rows[row], from = Math.max(labels, x(slice.begin)), to = Math.min(width, x(slice.end));
                context.fillStyle = colour(lane.title === "interrupts" ? "interrupt" : lane.idle ? "idle" : "task");
                context.fillRect(from, top + row * tallRow + 0.5, Math.max(1, to - from), tallRow - 1);
            };
            // The slices are in the order of time. Find the first visible one.
            let low = 0, high = system.slices.length;
            while (low < high) {
                const middle = (low + high) >> 1;
                if (system.slices[middle].end < begin) low = middle + 1;
                else high = middle;
            }
            for (let at = low; at < system.slices.length && system.slices[at].begin <= end; at++)
                bar(system.slices[at]);
            bar({ context: system.context, begin: system.since, end: system.cycles });
            context.fillStyle = colour("text");
            let labelled = -Infinity;
            const known = new Set();
            rows.forEach((lane, row) => {
                const place = top + row * tallRow;
                if (known.has(lane.title) || place - labelled < 11) return;
                labelled = place;
                known.add(lane.title);
                const same = rows.filter((other) => other.title === lane.title).length;
                context.fillText(same > 1 ? `${same} × ${lane.title}` : lane.title, 2, place + 9, labels - 6);
            });
            top += Math.max(rows.length * tallRow, 12) + 8;
        });
        context.fillStyle = colour("text");
        const parts = width < 500 ? 2 : 4;
        for (let part = 0; part < parts; part++) {
            const cycle = begin + span * part / parts;
            context.fillRect(x(cycle), top + 2, 1, 4);
            context.fillText(`${(cycle / CLOCK_HZ * 1000).toFixed(2)} ms`, x(cycle) + 3, top + 14);
        }
        canvas.ariaLabel = `Timeline from ${(begin / CLOCK_HZ * 1000).toFixed(2)} to ` +
            `${(end / CLOCK_HZ * 1000).toFixed(2)} ms. ` + systems.map((system, n) =>
            `${system.name}: ${lanes[n].length} lanes, ${panels[n].share.textContent} of the CPU`).join("; ");
        page.drawn ||= systems.every((system) => system.slices.length > 0);
    }

    function zoom(by) {
        page.window = Math.max(0, Math.min(WINDOWS.length - 1, page.window + by));
        show();
    }

    function pan(by) {
        const span = WINDOWS[page.window], last = Math.max(span, ...systems.map((system) => system.cycles));
        const end = Math.max(span, (page.end ?? last) + by * span / 4);
        page.end = end >= last ? null : end;            // null: follow the run
        show();
    }

    // ------------------------------------------------------------------------------------------------------ runs

    function print(n, text) {
        if (text) panels[n].xterm.write(text);
    }

    /** Load a program into both systems. files: the ELF file for each. */
    async function load(chosen, elves, options) {
        page.running = false;
        page.end = null;
        page.speed = 0;
        page.program = null;
        problem.hidden = true;
        panels.forEach((panel) => panel.xterm.reset());
        page.loading = (page.loading || 0) + 1;
        const mine = page.loading;
        await Promise.all(systems.map((system, n) =>
            system.load(chosen.configurations[n], elves[n],
                        { ...options, rtoses: chosen.rtoses ? [chosen.rtoses[n]] : catalogue.rtoses })));
        if (mine === page.loading) page.program = chosen;
        show();
    }

    /** Load a program of the catalogue. values: initial values of its variables by name. */
    async function open(chosen, values) {
        status.textContent = "Loading …";
        await load(chosen, await Promise.all(chosen.files.map(async (name) => bytes(await file(name)))), { values });
    }

    async function openChosen() {
        try {
            const chosen = catalogue.programs[program.value];
            await open(chosen, chosen.parameters ? { [chosen.parameters.tasks]: Number(tasks.value),
                                                     [chosen.parameters.rate]: RATES[rate.value] } : {});
            go();
        } catch (error) {
            fail(error);
        }
    }

    /** Run the user's own file on both configurations of the chosen program. */
    async function loadOwn(given) {
        try {
            if (given.size > LARGEST_ELF)
                throw new Error(`${given.name} has ${number(given.size / 2 ** 20)} MB; a firmware for this SoC is ` +
                                "much smaller");
            const chosen = catalogue.programs[program.value], elf = await given.arrayBuffer();
            await load({ title: given.name, configurations: chosen.configurations }, [elf, elf], {});
            go();
        } catch (error) {
            fail(new Error(`${given.name}: ${error.message}`));
        }
    }

    /** Run both systems, always to the same cycle, until a pause or the end. */
    async function go() {
        if (page.running) return;
        page.running = true;
        page.end = null;
        let chunk = 50000;
        const running = page.program;
        try {
            while (page.running && page.program === running && !systems.every((system) => system.ended)) {
                const began = performance.now();
                const from = Math.max(...systems.filter((system) => !system.ended).map((system) => system.cycles));
                const texts = await Promise.all(systems.map((system) => system.run(from + chunk)));
                texts.forEach((text, n) => print(n, text));
                const took = performance.now() - began;
                page.speed = chunk / took / 1000;
                chunk = Math.round(Math.max(10000, Math.min(2e6, chunk * TURN_MS / Math.max(took, 1), 2 * chunk)));
                show();
            }
        } catch (error) {
            if (page.program === running) fail(error);
        }
        if (page.program === running) page.running = false;
        show();
    }

    function send(text) {
        for (const system of page.program ? systems : [])
            system.ask("send", { text }).catch(fail);
    }

    async function toSwitch() {
        try {
            step.disabled = true;
            const texts = await Promise.all(systems.map((system) =>
                system.run(system.cycles + FURTHEST_STEP, true)));
            texts.forEach((text, n) => print(n, text));
            page.end = null;
        } catch (error) {
            fail(error);
        }
        show();
    }

    // ------------------------------------------------------------------------------------------------------ start

    function build() {
        root.append(
            element("div", { className: "try-controls" },
                element("label", { htmlFor: "try-program", textContent: "Program" }), program, start, step, restart),
            element("div", { className: "try-controls" }, sliders),
            element("div", { className: "try-controls" },
                element("label", { htmlFor: "try-own", textContent: "Your ELF file (or drop it here)" }), own),
            problem, status,
            element("div", { className: "try-panels" }, ...panels.map((panel) => panel.node)),
            element("div", { className: "try-controls" }, element("span", { textContent: "Timeline" }), closer, wider),
            canvas,
            element("p", { textContent: "Consoles; both systems get what you type:" }),
            element("div", { className: "try-panels" }, ...panels.map((panel) => panel.terminal)));
        panels.forEach((panel, n) => {
            panel.xterm = new Terminal({ rows: 9, cols: Math.max(20, Math.floor(panel.terminal.clientWidth / 7.3) - 2),
                                         fontSize: 12, convertEol: true, screenReaderMode: true });
            panel.xterm.open(panel.terminal);
            // Both systems get the same input. The keys that move the focus stay with the browser.
            panel.xterm.attachCustomKeyEventHandler((event) => event.key !== "Tab");
            panel.xterm.onData((text) => send(text.replace(/\r/g, "\n")));
        });
        catalogue.programs.forEach((one, n) => program.append(element("option", { value: n, textContent: one.title })));
        program.onchange = restart.onclick = tasks.onchange = rate.onchange = openChosen;
        tasks.oninput = rate.oninput = show;
        start.onclick = () => {
            if (!page.running) return go();
            page.running = false;
            show();
        };
        step.onclick = toSwitch;
        closer.onclick = () => zoom(-1);
        wider.onclick = () => zoom(1);
        canvas.onkeydown = (event) => {
            const action = { ArrowLeft: () => pan(-1), ArrowRight: () => pan(1), "+": () => zoom(-1),
                             "-": () => zoom(1) }[event.key];
            if (!action) return;
            event.preventDefault();
            action();
        };
        own.onchange = () => own.files[0] && loadOwn(own.files[0]);
        root.ondragover = (event) => event.preventDefault();
        root.ondrop = (event) => {
            event.preventDefault();
            if (event.dataTransfer.files[0]) loadOwn(event.dataTransfer.files[0]);
        };
        // A hidden tab does not run, because the browser would slow it down anyway.
        document.addEventListener("visibilitychange", () => {
            if (document.hidden) page.resumes = page.running;
            if (document.hidden) page.running = false;
            else if (page.resumes) go();
        });
        window.addEventListener("resize", draw);
    }

    async function begin() {
        if (typeof WebAssembly !== "object" || typeof Worker !== "function") {
            root.append(problem);
            throw new Error("This page needs a browser with WebAssembly and Web Workers.");
        }
        try {
            await script("catalogue.js");
            await Promise.all([script("xterm.js"), script("worker.js")]);
        } catch (error) {
            root.append(problem);
            throw new Error("This build of the site has no simulators; ./metro docs builds them.");
        }
        catalogue = files.get("catalogue");
        build();
        await openChosen();
    }

    Object.assign(window.metronome, { systems, page, open, loadOwn, send, show, toSwitch, catalogue: () => catalogue });
    begin().catch(fail);
})();
