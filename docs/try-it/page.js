// SPDX-License-Identifier: Apache-2.0
// The page "Try it": two simulated SoCs, one in software and one with units, on the same time axis. Each runs in a Web
// Worker (worker.js). `./metro docs` writes catalogue.js and the files that it names; scripts/metro/docs/try_it.py
// describes them. They are scripts with text, so that the page also works without a web server.
"use strict";

(() => {
    const CLOCK_HZ = 50e6;                  // of the simulated SoC, by definition
    const SWITCH = 2, TICK = 4;             // kinds of records; those up to SWITCH change the context (timeline.h)
    const LARGEST_ELF = 16 << 20;           // bytes; more is no firmware for this ROM, even with debug information
    const TURN_MS = 100;                    // of real time that a call of the simulators should take
    const FURTHEST_STEP = 1e6;              // cycles
    const MOST_KEPT = 200000;               // slices that a system keeps for its timeline, and as many ticks
    const MOST_TEXT = 100000;               // characters of the console that a system keeps for the tests
    const WINDOWS = [5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 2e6, 5e6];     // cycles that the timeline shows
    const RATES = [100, 200, 500, 1000, 2000, 5000, 10000];
    // A module with a try block, which a browser without WebAssembly's exceptions refuses.
    const WITH_EXCEPTIONS = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11,
                             11];

    const root = document.getElementById("simulators");
    if (!root) return;
    const here = new URL(".", document.currentScript.src);
    const files = new Map();                // content of the loaded scripts by name
    window.metronome = { add: (name, content) => files.set(name, content) };

    /** The reason why a run ended: another one has taken its place. */
    class Replaced extends Error {}

    const element = (name, properties = {}, ...children) => {
        const made = Object.assign(document.createElement(name), properties);
        made.append(...children);
        return made;
    };
    const number = (value) => Math.round(value).toLocaleString("en");
    /** Return the bytes of a file that the build has compressed and written as text. */
    async function unpacked(text) {
        const packed = new Blob([Uint8Array.from(atob(text), (character) => character.charCodeAt(0))]);
        return new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
    }

    /** Return a function that calls make(key) once for each key, and again only after an error. */
    function once(make) {
        const made = new Map();             // promises
        return (key) => {
            if (!made.has(key)) made.set(key, make(key).catch((error) => {
                made.delete(key);
                throw error;
            }));
            return made.get(key);
        };
    }

    /** Load a script that adds a file, and return the file's content. */
    const file = once(async (name) => {
        await script(name);
        return files.get(name);
    });

    /** Return a configuration's simulator: {worker: address of its script, module, rom, compressed}. */
    const simulator = once(async (configuration) => {
        const { glue, code, ...core } = await file(`${configuration}.sim.js`);
        const source = `${new TextDecoder().decode(await unpacked(glue))}\n(${metronomeWorker})();`;
        return { ...core, worker: URL.createObjectURL(new Blob([source], { type: "text/javascript" })),
                 module: await WebAssembly.compile(await unpacked(code)) };
    });

    function script(name) {
        return new Promise((resolve, reject) => {
            document.head.append(element("script", { src: new URL(name, here), onload: resolve,
                onerror: () => reject(new Error(
                    `This build of the site has no simulators (${name}); ./metro docs builds them.`)) }));
        });
    }

    // ------------------------------------------------------------------------------------------------------ one system

    /** A simulated SoC with a program. */
    class System {
        constructor(title) {
            this.title = title;
            this.waiting = new Map();       // functions that get the answers of the worker
            this.asked = 0;
            this.clear();
        }

        get name() {
            return `${this.title} (${this.configuration || "…"})`;
        }

        clear() {
            this.worker?.terminate();
            this.worker = null;
            this.answerAll({ replaced: true });
            this.decoder = new TextDecoder();
            Object.assign(this, { cycles: 0, instructions: 0, contexts: [], slices: [], ticks: [], ended: "",
                                  context: 0, since: 0, text: "", knowsIdle: false });
        }

        answerAll(answer) {
            for (const resolve of this.waiting.values()) resolve(answer);
            this.waiting.clear();
        }

        /** Load a program: an ELF file and the options of web_load(). Throw an Error if the SoC cannot run it. */
        async load(configuration, { worker, module, rom, compressed }, elf, options) {
            this.clear();
            this.configuration = configuration;
            this.worker = new Worker(worker);
            this.worker.onmessage = ({ data }) => {
                const answer = this.waiting.get(data.number);
                this.waiting.delete(data.number);
                answer?.(data);
            };
            this.worker.onerror = this.worker.onmessageerror = (event) =>
                this.answerAll({ error: `the simulator failed: ${event.message || "the browser refused its worker"}` });
            await this.ask("load", { module, file: elf, options: { ...options, rom, compressed } });
        }

        /** Send a message to the worker, and return its answer. */
        async ask(action, message = {}) {
            const answer = await new Promise((resolve) => {
                this.asked += 1;
                this.waiting.set(this.asked, resolve);
                this.worker.postMessage({ ...message, action, number: this.asked });
            });
            if (answer.replaced) throw new Replaced();
            if (answer.error) throw new Error(answer.error);
            return answer;
        }

        /** Run until a cycle, or to the next switch of tasks, and print the console's text. */
        async run(until, toSwitch = false) {
            if (this.ended || !this.worker || this.cycles >= until) return;
            try {
                const answer = await this.ask("run", { until, toSwitch });
                const { cycles, instructions, contexts, ended, knowsIdle } = answer;
                this.take(answer.records);
                Object.assign(this, { cycles, instructions, contexts, ended, knowsIdle });
                this.print(answer.console);
                if (ended) this.print(this.ending(answer));
            } catch (error) {
                if (error instanceof Replaced) throw error;
                this.ended = error.message;
                this.print(`\n${error.message}\n`);
            }
        }

        /** Print text, in which each character is a byte. */
        print(text) {
            if (!text) return;
            const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
            this.text = (this.text + this.decoder.decode(bytes, { stream: true })).slice(-MOST_TEXT);
            this.terminal?.write(bytes);
        }

        /** Return the lines that `./metro run` prints at the end, without the shares of CPU time. */
        ending({ message, ended, cycles }) {
            return `${message && `simulator: ${message}\n`}metro: ${ended} after ${number(cycles)} cycles ` +
                `(${(cycles / CLOCK_HZ * 1000).toFixed(1)} ms at ${CLOCK_HZ / 1e6} MHz)\n`;
        }

        take(records) {
            for (let at = 0; at < records.length; at += 4) {
                const kind = records[at + 1] >>> 24;
                const cycle = records[at] + (records[at + 1] & 0xffffff) * 2 ** 32;
                if (kind === TICK) this.ticks.push(cycle);
                if (kind > SWITCH) continue;
                this.slices.push({ context: this.context, begin: this.since, end: cycle });
                this.context = records[at + 2];
                this.since = cycle;
            }
            for (const list of [this.slices, this.ticks])
                if (list.length > MOST_KEPT) list.splice(0, list.length - MOST_KEPT);
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
    // turn: each load, start and pause increments it. Asynchronous work that began with an older number stops.
    // drawn: both systems have a timeline; for the tests.
    const page = { turn: 0, running: false, stepping: false, window: 5, end: null, program: null, drawn: false,
                   speed: 0 };
    let catalogue;

    const button = (textContent, label) => {
        const made = element("button", { type: "button", textContent });
        if (label) made.setAttribute("aria-label", label);
        return made;
    };
    const state = element("p", { role: "status" }), counters = element("p");
    const problem = element("p", { className: "try-problem", role: "alert", hidden: true });
    const program = element("select", { id: "try-program" });
    const start = button("Start"), step = button("To the next switch"), restart = button("Restart");
    const tasks = element("input", { type: "range", min: 1, id: "try-tasks" });
    const rate = element("input", { type: "range", min: 0, max: RATES.length - 1, value: 3, id: "try-rate" });
    const tasksText = element("output", { htmlFor: "try-tasks" });
    const rateText = element("output", { htmlFor: "try-rate" });
    const sliders = element("span", { className: "try-controls" },
        element("label", { htmlFor: "try-tasks", textContent: "Tasks" }), tasks, tasksText,
        element("label", { htmlFor: "try-rate", textContent: "Tick rate" }), rate, rateText);
    const own = element("input", { type: "file", id: "try-own" });
    const canvas = element("canvas", { tabIndex: 0 });
    canvas.setAttribute("role", "application");
    const views = {                         // by key
        ArrowLeft: { button: button("←", "Show an earlier time"), act: () => pan(-1) },
        ArrowRight: { button: button("→", "Show a later time"), act: () => pan(1) },
        "+": { button: button("+", "Show a shorter time"), act: () => zoom(-1) },
        "-": { button: button("−", "Show a longer time"), act: () => zoom(1) },
    };
    const panels = systems.map(() => {
        const title = element("h3"), share = element("strong"), what = element("span");
        const caption = element("p"), terminal = element("div", { className: "try-terminal" });
        return { title, share, what, caption, terminal, console: element("section", {}, caption, terminal),
                 numbers: element("section", {}, title, element("p", { className: "try-number" }, share, " ", what)) };
    });

    function tell(error) {
        problem.textContent = error.message || String(error);
        problem.hidden = false;
    }

    function fail(error) {
        if (error instanceof Replaced) return;
        tell(error);
        pause();
    }

    function pause() {
        page.turn++;
        page.running = false;
        show();
    }

    function show() {
        const canRun = page.program && !page.stepping && !systems.every((system) => system.ended);
        start.textContent = page.running ? "Pause" : "Start";
        start.disabled = !canRun;
        step.disabled = !canRun || page.running;
        restart.disabled = !page.reload;
        tasksText.textContent = tasks.value;
        rateText.textContent = `${number(RATES[rate.value])} Hz`;
        sliders.hidden = !catalogue.programs[program.value]?.parameters;
        systems.forEach((system, n) => {
            const { all, busy } = system.spent;
            panels[n].title.textContent = panels[n].caption.textContent = system.name;
            panels[n].share.textContent = system.knowsIdle && all ? `${(100 * busy / all).toFixed(1)} %` : "–";
            panels[n].what.textContent = `${page.program?.share || "not idle"}: ${number(busy)} cycles`;
        });
        const now = !page.program ? (page.loading ? "Loading" : "Nothing is loaded")
            : page.running ? "Running" : systems.every((system) => system.ended) ? "Ended" : "Paused";
        if (state.textContent !== now) state.textContent = now;
        counters.textContent = `Cycles ${systems.map((system) => number(system.cycles)).join(" and ")}` +
            (page.running && page.speed ? `, ${page.speed.toFixed(2)} MHz each` : "");
        draw();
    }

    // ------------------------------------------------------------------------------------------------------ timeline

    /** Return the index of the first item that accepts() accepts. It must accept all later items too. */
    function first(list, accepts) {
        let low = 0, high = list.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (accepts(list[middle])) high = middle;
            else low = middle + 1;
        }
        return low;
    }

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
            for (let at = first(system.ticks, (tick) => tick >= begin); system.ticks[at] <= end; at++)
                context.fillRect(x(system.ticks[at]), top, 1, rows.length * tallRow);
            const bar = (slice) => {
                const row = rowOf.get(slice.context);
                if (row === undefined || slice.end < begin || slice.begin > end) return;
                const lane = rows[row], from = Math.max(labels, x(slice.begin)), to = Math.min(width, x(slice.end));
                context.fillStyle = colour(lane.title === "interrupts" ? "interrupt" : lane.idle ? "idle" : "task");
                context.fillRect(from, top + row * tallRow + 0.5, Math.max(1, to - from), tallRow - 1);
            };
            for (let at = first(system.slices, (slice) => slice.end >= begin); system.slices[at]?.begin <= end; at++)
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
        canvas.setAttribute("aria-label", `Timeline from ${(begin / CLOCK_HZ * 1000).toFixed(2)} to ` +
            `${(end / CLOCK_HZ * 1000).toFixed(2)} ms; the keys ←, →, + and - change it. ` + systems.map((system, n) =>
            `${system.name}: ${lanes[n].length} lanes, ${panels[n].share.textContent} of the CPU`).join("; "));
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

    /** Load a program of the catalogue, or the user's own one, into both systems. elves: promise of the ELF files. */
    async function load(chosen, elves, options = {}) {
        const mine = ++page.turn;
        Object.assign(page, { running: false, end: null, speed: 0, program: null, loading: true });
        page.reload = () => load(chosen, elves, options).then(go);
        problem.hidden = true;
        systems.forEach((system) => system.clear());
        panels.forEach((panel) => panel.xterm.reset());
        show();
        try {
            const [ready, ...parts] = await Promise.all([elves, ...chosen.configurations.map(simulator)]);
            if (mine !== page.turn) throw new Replaced();
            await Promise.all(systems.map((system, n) => system.load(chosen.configurations[n], parts[n], ready[n],
                { ...options, rtoses: chosen.rtoses ? [chosen.rtoses[n]] : catalogue.rtoses })));
            if (mine !== page.turn) throw new Replaced();
            page.program = chosen;
        } finally {
            if (mine === page.turn) page.loading = false;
            show();
        }
    }

    /** Load a program of the catalogue. values: initial values of its variables by name. */
    function open(chosen, values) {
        return load(chosen, Promise.all(chosen.files.map(async (name) => unpacked(await file(name)))), { values });
    }

    /** Load and start what the list shows. */
    function openChosen() {
        const chosen = catalogue.programs[program.value];
        const { count, hertz } = chosen.parameters || {};
        const loaded = chosen.elf ? load(chosen, [chosen.elf, chosen.elf])
            : open(chosen, chosen.parameters ? { [count]: Number(tasks.value), [hertz]: RATES[rate.value] } : {});
        return loaded.then(go).catch(fail);
    }

    /** Add the user's ELF file to the list, and run it on the configurations of the selected program. */
    async function openOwn(given) {
        try {
            if (given.size > LARGEST_ELF)
                throw new Error(`${given.name} has ${number(given.size / 2 ** 20)} MB: too large for a firmware`);
            const { configurations } = catalogue.programs[program.value];
            const title = `${given.name} on ${configurations.join(" and ")}`;
            const entry = { title, configurations, elf: await given.arrayBuffer() };
            const known = catalogue.programs.findIndex((one) => one.title === title);
            const place = known < 0 ? catalogue.programs.length : known;
            catalogue.programs[place] = entry;
            if (known < 0) program.append(element("option", { value: place, textContent: title }));
            program.value = place;
        } catch (error) {
            return fail(error);
        }
        return openChosen();
    }

    /** Call run(system) for both systems, after the end of an earlier call. */
    async function runAll(run) {
        await page.last?.catch(() => {});
        page.last = Promise.all(systems.map(run));
        return page.last;
    }

    /** Run both systems, always to the same cycle, until a pause or the end. */
    async function go() {
        if (!page.program || page.running) return;
        if (document.hidden) {
            page.resumes = true;
            return;
        }
        const mine = ++page.turn;
        let chunk = 50000;
        Object.assign(page, { running: true, end: null });
        try {
            while (mine === page.turn && !systems.every((system) => system.ended)) {
                const began = performance.now();
                const from = Math.max(...systems.filter((system) => !system.ended).map((system) => system.cycles));
                await runAll((system) => mine === page.turn ? system.run(from + chunk) : null);
                const took = Math.max(1, performance.now() - began);
                page.speed = chunk / took / 1000;
                chunk = Math.round(Math.max(10000, Math.min(2e6, chunk * TURN_MS / took, 2 * chunk)));
                show();
            }
        } catch (error) {
            fail(error);
        }
        if (mine === page.turn) pause();
    }

    function send(text) {
        for (const system of page.program ? systems : [])
            if (!system.ended) system.ask("send", { text }).catch(fail);
    }

    /** Run each system to its next switch. */
    async function toSwitch() {
        Object.assign(page, { stepping: true, end: null });
        show();
        try {
            await runAll((system) => system.run(system.cycles + FURTHEST_STEP, true));
        } catch (error) {
            fail(error);
        }
        page.stepping = false;
        show();
    }

    // ------------------------------------------------------------------------------------------------------ start

    function build() {
        const row = (...parts) => element("div", { className: "try-controls" }, ...parts);
        const key = (name, text) => element("span", { className: `try-key try-${name}`, textContent: text });
        root.append(
            row(element("label", { htmlFor: "try-program", textContent: "Program" }), program, start, step, restart),
            row(sliders),
            row(element("label", { htmlFor: "try-own", textContent: "Your ELF file (or drop it here)" }), own),
            problem, row(state, counters),
            element("div", { className: "try-panels" }, ...panels.map((panel) => panel.numbers)),
            row(element("span", { textContent: "Timeline" }), ...Object.values(views).map((view) => view.button),
                key("interrupt", "interrupts"), key("task", "tasks"), key("idle", "idle task"),
                key("tick", "tick of the time base")),
            canvas,
            element("p", { textContent: "Consoles. Your input goes to both systems." }),
            element("div", { className: "try-panels" }, ...panels.map((panel) => panel.console)),
            element("p", {}, element("a", { href: new URL("licences.txt", here), textContent: "Licences" }),
                    " of the parts of this page"));
        panels.forEach((panel, n) => {
            panel.xterm = new Terminal({ rows: 9, cols: Math.max(20, Math.floor(panel.terminal.clientWidth / 7.3) - 2),
                                         fontSize: 12, convertEol: true, screenReaderMode: true });
            panel.xterm.open(panel.terminal);
            panel.xterm.textarea.setAttribute("aria-label", `Console: ${systems[n].title}`);
            // The keys that move the focus stay with the browser.
            panel.xterm.attachCustomKeyEventHandler((event) => event.key !== "Tab");
            panel.xterm.onData((text) => send(text.replace(/\r/g, "\n")));
            systems[n].terminal = panel.xterm;
        });
        catalogue.programs.forEach((one, n) => program.append(element("option", { value: n, textContent: one.title })));
        const { most, at } = catalogue.programs.find((one) => one.parameters).parameters;
        Object.assign(tasks, { max: most, value: at });
        program.onchange = tasks.onchange = rate.onchange = openChosen;
        restart.onclick = () => page.reload().catch(fail);
        tasks.oninput = rate.oninput = show;
        start.onclick = () => page.running ? pause() : go();
        step.onclick = toSwitch;
        for (const { button: pressed, act } of Object.values(views)) pressed.onclick = act;
        canvas.onkeydown = (event) => {
            if (!views[event.key]) return;
            event.preventDefault();
            views[event.key].act();
        };
        own.onchange = () => {
            if (own.files[0]) openOwn(own.files[0]);
            own.value = "";                             // so that the same file can be chosen again
        };
        document.addEventListener("dragover", (event) => event.preventDefault());
        document.addEventListener("drop", (event) => {
            event.preventDefault();
            if (event.dataTransfer.files[0]) openOwn(event.dataTransfer.files[0]);
        });
        // A hidden tab does not run, because the browser would slow it down anyway.
        document.addEventListener("visibilitychange", () => {
            if (document.hidden) {
                page.resumes = page.running;
                pause();
            } else if (page.resumes) {
                page.resumes = false;
                go();
            }
        });
        window.addEventListener("resize", draw);
        new MutationObserver(draw).observe(document.body, { attributeFilter: ["data-md-color-scheme"] });
    }

    async function begin() {
        if (typeof WebAssembly !== "object" || typeof Worker !== "function" || typeof DecompressionStream !== "function"
            || !WebAssembly.validate(new Uint8Array(WITH_EXCEPTIONS)))
            throw new Error("This page needs a browser with Web Workers, and WebAssembly with exceptions.");
        catalogue = await file("catalogue.js");
        const [terminal] = await Promise.all([file("xterm.js"), script("worker.js")]);
        const textContent = new TextDecoder().decode(await unpacked(terminal));
        document.head.append(element("script", { textContent }));           // defines Terminal
        build();
        await openChosen();
    }

    // For the tests.
    Object.assign(window.metronome, { systems, page, go, open, openOwn, pause, show, toSwitch,
                                      catalogue: () => catalogue });
    begin().catch((error) => {
        if (!problem.isConnected) root.append(problem);
        tell(error);
    });
})();
