/* @ts-self-types="./fairshare_own_wasm.d.ts" */

export class Document {
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        DocumentFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_document_free(ptr, 0);
    }
    /**
     * Reads and validates a text. If it is not a valid document, the verdict contains issues.
     * @param {string} text
     */
    constructor(text) {
        const ptr0 = passStringToWasm0(text, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.document_new(ptr0, len0);
        this.__wbg_ptr = ret;
        DocumentFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
    /**
     * The rates of all link directions over the run, as the times at which they change: a list of
     * `LinkRates` as JSON. The list is empty for a document with issues.
     * @returns {string}
     */
    rateSteps() {
        let deferred1_0;
        let deferred1_1;
        try {
            const ret = wasm.document_rateSteps(this.__wbg_ptr);
            deferred1_0 = ret[0];
            deferred1_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
        }
    }
    /**
     * A run of the document at time 0. `recording`: `RecordingSettings` as JSON.
     * @param {string} recording
     * @returns {Simulation}
     */
    simulation(recording) {
        const ptr0 = passStringToWasm0(recording, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.document_simulation(this.__wbg_ptr, ptr0, len0);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return Simulation.__wrap(ret[0]);
    }
    /**
     * The verdict: `CheckResult` as JSON.
     * @returns {string}
     */
    verdict() {
        let deferred1_0;
        let deferred1_1;
        try {
            const ret = wasm.document_verdict(this.__wbg_ptr);
            deferred1_0 = ret[0];
            deferred1_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
        }
    }
}
if (Symbol.dispose) Document.prototype[Symbol.dispose] = Document.prototype.free;

export class Simulation {
    static __wrap(ptr) {
        const obj = Object.create(Simulation.prototype);
        obj.__wbg_ptr = ptr;
        SimulationFinalization.register(obj, obj.__wbg_ptr, obj);
        return obj;
    }
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        SimulationFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_simulation_free(ptr, 0);
    }
    /**
     * Adds the timeline entries of a document to the run. The document is the document of the run with a
     * timeline of only these entries, which are later than the current time and change a setting of a flow.
     * @param {string} later
     */
    addChanges(later) {
        const ptr0 = passStringToWasm0(later, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.simulation_addChanges(this.__wbg_ptr, ptr0, len0);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
    /**
     * The recorded decisions of a flow: a list of `RecordedDecision` as JSON.
     * @param {string} flow
     * @returns {string}
     */
    decisions(flow) {
        let deferred3_0;
        let deferred3_1;
        try {
            const ptr0 = passStringToWasm0(flow, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
            const len0 = WASM_VECTOR_LEN;
            const ret = wasm.simulation_decisions(this.__wbg_ptr, ptr0, len0);
            var ptr2 = ret[0];
            var len2 = ret[1];
            if (ret[3]) {
                ptr2 = 0; len2 = 0;
                throw takeFromExternrefTable0(ret[2]);
            }
            deferred3_0 = ptr2;
            deferred3_1 = len2;
            return getStringFromWasm0(ptr2, len2);
        } finally {
            wasm.__wbindgen_free(deferred3_0, deferred3_1, 1);
        }
    }
    /**
     * The recorded series: a list of `SeriesInfo` as JSON.
     * @returns {string}
     */
    directory() {
        let deferred1_0;
        let deferred1_1;
        try {
            const ret = wasm.simulation_directory(this.__wbg_ptr);
            deferred1_0 = ret[0];
            deferred1_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
        }
    }
    /**
     * End of the scenario, in seconds.
     * @returns {number}
     */
    get duration() {
        const ret = wasm.simulation_duration(this.__wbg_ptr);
        return ret;
    }
    /**
     * The names for the indices in rows of events: `EntityNames` as JSON.
     * @returns {string}
     */
    entities() {
        let deferred1_0;
        let deferred1_1;
        try {
            const ret = wasm.simulation_entities(this.__wbg_ptr);
            deferred1_0 = ret[0];
            deferred1_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
        }
    }
    /**
     * New and changed events since the last call: revision, number of rows, first row, then the rows.
     * @returns {Float64Array}
     */
    eventsNew() {
        const ret = wasm.simulation_eventsNew(this.__wbg_ptr);
        var v1 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
        return v1;
    }
    /**
     * The reason why the run stopped: `StopReport` as JSON, or an empty text.
     * @returns {string}
     */
    failure() {
        let deferred1_0;
        let deferred1_1;
        try {
            const ret = wasm.simulation_failure(this.__wbg_ptr);
            deferred1_0 = ret[0];
            deferred1_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
        }
    }
    /**
     * Takes periodic checkpoints within a memory budget. Their interval is at first about
     * `seconds` of simulated time. `near` starts from them.
     * @param {number} seconds
     */
    keepCheckpoints(seconds) {
        wasm.simulation_keepCheckpoints(this.__wbg_ptr, seconds);
    }
    /**
     * A copy of the run at time `t` or earlier, which records nothing. It starts from the current
     * state if that is not later than `t`, otherwise from the latest checkpoint at or before `t`.
     * @param {number} t
     * @returns {Simulation}
     */
    near(t) {
        const ret = wasm.simulation_near(this.__wbg_ptr, t);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return Simulation.__wrap(ret[0]);
    }
    /**
     * Current simulated time, in seconds.
     * @returns {number}
     */
    get now() {
        const ret = wasm.simulation_now(this.__wbg_ptr);
        return ret;
    }
    /**
     * Number of packet-hops so far: one for each link that a packet has crossed.
     * @returns {number}
     */
    packetHops() {
        const ret = wasm.simulation_packetHops(this.__wbg_ptr);
        return ret;
    }
    /**
     * What the program of a flow did last: `ProgramState` as JSON, or null.
     * @param {string} flow
     * @returns {string}
     */
    programState(flow) {
        let deferred2_0;
        let deferred2_1;
        try {
            const ptr0 = passStringToWasm0(flow, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
            const len0 = WASM_VECTOR_LEN;
            const ret = wasm.simulation_programState(this.__wbg_ptr, ptr0, len0);
            deferred2_0 = ret[0];
            deferred2_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free(deferred2_0, deferred2_1, 1);
        }
    }
    /**
     * New values of all series since the last call, as blocks: key, revision, bin width, number of bins,
     * first bin, values.
     * @returns {Float64Array}
     */
    readNew() {
        const ret = wasm.simulation_readNew(this.__wbg_ptr);
        var v1 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
        return v1;
    }
    /**
     * From the present time, records only decisions.
     */
    recordDecisions() {
        wasm.simulation_recordDecisions(this.__wbg_ptr);
    }
    /**
     * Records from now on which lines of the program of a flow run.
     * @param {string} flow
     */
    recordLines(flow) {
        const ptr0 = passStringToWasm0(flow, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        wasm.simulation_recordLines(this.__wbg_ptr, ptr0, len0);
    }
    /**
     * The current result ID, as 16 hexadecimal digits.
     * @returns {string}
     */
    resultId() {
        let deferred1_0;
        let deferred1_1;
        try {
            const ret = wasm.simulation_resultId(this.__wbg_ptr);
            deferred1_0 = ret[0];
            deferred1_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
        }
    }
    /**
     * Runs until `t` or until `max_events` events have been processed. Returns current time, number of
     * events processed, and `StepState`.
     * @param {number} t
     * @param {number} max_events
     * @returns {Float64Array}
     */
    stepUntil(t, max_events) {
        const ret = wasm.simulation_stepUntil(this.__wbg_ptr, t, max_events);
        var v1 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
        return v1;
    }
    /**
     * Discards the recording. Call this after the whole recording has been read.
     */
    stopRecording() {
        wasm.simulation_stopRecording(this.__wbg_ptr);
    }
    /**
     * The summary of the run so far: `RunSummary` as JSON.
     * @returns {string}
     */
    summary() {
        let deferred1_0;
        let deferred1_1;
        try {
            const ret = wasm.simulation_summary(this.__wbg_ptr);
            deferred1_0 = ret[0];
            deferred1_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
        }
    }
}
if (Symbol.dispose) Simulation.prototype[Symbol.dispose] = Simulation.prototype.free;

/**
 * Compares the results of two variants that were run with the same seeds. Returns a `PairedComparison` as
 * JSON.
 * @param {Float64Array | number[]} a
 * @param {Float64Array | number[]} b
 * @returns {string}
 */
export function comparePaired(a, b) {
    let deferred3_0;
    let deferred3_1;
    try {
        let ptr0, len0, ptr1, len1;
        try {
            ptr0 = passArrayF64ToWasm0(a, wasm.__wbindgen_malloc);
            len0 = WASM_VECTOR_LEN;
            ptr1 = passArrayF64ToWasm0(b, wasm.__wbindgen_malloc);
            len1 = WASM_VECTOR_LEN;
        } catch (e) {
            if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 8, 8); }
            if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 8, 8); }
            throw e;
        }
        const ret = wasm.comparePaired(ptr0, len0, ptr1, len1);
        deferred3_0 = ret[0];
        deferred3_1 = ret[1];
        return getStringFromWasm0(ret[0], ret[1]);
    } finally {
        wasm.__wbindgen_free(deferred3_0, deferred3_1, 1);
    }
}

/**
 * Compiles the text of a program: `ProgramReport` as JSON.
 * @param {string} text
 * @returns {string}
 */
export function compileProgram(text) {
    let deferred2_0;
    let deferred2_1;
    try {
        const ptr0 = passStringToWasm0(text, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.compileProgram(ptr0, len0);
        deferred2_0 = ret[0];
        deferred2_1 = ret[1];
        return getStringFromWasm0(ret[0], ret[1]);
    } finally {
        wasm.__wbindgen_free(deferred2_0, deferred2_1, 1);
    }
}

/**
 * The values of a signal at times (`interval::curve`).
 * @param {any} record
 * @param {string} entity
 * @param {string} signal
 * @param {number} interval
 * @param {Float64Array | number[]} times
 * @returns {Float64Array}
 */
export function curve(record, entity, signal, interval, times) {
    const val4 = +interval;
    let ptr0, len0, ptr1, len1, ptr2, len2;
    try {
        ptr0 = passStringToWasm0(entity, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len0 = WASM_VECTOR_LEN;
        ptr1 = passStringToWasm0(signal, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len1 = WASM_VECTOR_LEN;
        ptr2 = passArrayF64ToWasm0(times, wasm.__wbindgen_malloc);
        len2 = WASM_VECTOR_LEN;
    } catch (e) {
        if (ptr2) { wasm.__wbindgen_free(ptr2, len2 * 8, 8); }
        if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
        if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
        throw e;
    }
    const ret = wasm.curve(record, ptr0, len0, ptr1, len1, val4, ptr2, len2);
    var v5 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
    wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
    return v5;
}

/**
 * The numbers of flows in an interval: those of `FlowNumbers` in the order of its fields, flow by flow.
 * `facts` has three numbers per flow, those of `FlowFacts`.
 * @param {any} record
 * @param {string[]} entities
 * @param {Float64Array | number[]} facts
 * @param {number} from
 * @param {number} to
 * @param {number} averaging
 * @returns {Float64Array}
 */
export function flowNumbers(record, entities, facts, from, to, averaging) {
    const val3 = +from;
    const val4 = +to;
    const val5 = +averaging;
    let ptr0, len0, ptr1, len1;
    try {
        ptr0 = passArrayJsValueToWasm0(entities, wasm.__wbindgen_malloc);
        len0 = WASM_VECTOR_LEN;
        ptr1 = passArrayF64ToWasm0(facts, wasm.__wbindgen_malloc);
        len1 = WASM_VECTOR_LEN;
    } catch (e) {
        if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 8, 8); }
        if (ptr0) { wasm.__externref_drop_slice(ptr0, len0); wasm.__wbindgen_free(ptr0, len0 * 4, 4); }
        throw e;
    }
    const ret = wasm.flowNumbers(record, ptr0, len0, ptr1, len1, val3, val4, val5);
    var v6 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
    wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
    return v6;
}

/**
 * Whether a run fulfils a condition. False if it is not a measure.
 * @param {any} record
 * @param {string} facts
 * @param {string} condition
 * @returns {boolean}
 */
export function holds(record, facts, condition) {
    let ptr0, len0, ptr1, len1;
    try {
        ptr0 = passStringToWasm0(facts, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len0 = WASM_VECTOR_LEN;
        ptr1 = passStringToWasm0(condition, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len1 = WASM_VECTOR_LEN;
    } catch (e) {
        if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
        if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
        throw e;
    }
    const ret = wasm.holds(record, ptr0, len0, ptr1, len1);
    return ret !== 0;
}

/**
 * Jain's index of rates; NaN if it is undefined.
 * @param {Float64Array | number[]} rates
 * @returns {number}
 */
export function jain(rates) {
    const ptr0 = passArrayF64ToWasm0(rates, wasm.__wbindgen_malloc);
    const len0 = WASM_VECTOR_LEN;
    const ret = wasm.jain(ptr0, len0);
    return ret;
}

/**
 * The numbers of a link direction in an interval: those of `LinkNumbers` in the order of its fields.
 * `capacity` is the number of bits that the link can send in the interval.
 * @param {any} record
 * @param {string} entity
 * @param {number} capacity
 * @param {number} from
 * @param {number} to
 * @param {number} averaging
 * @returns {Float64Array}
 */
export function linkNumbers(record, entity, capacity, from, to, averaging) {
    const val2 = +capacity;
    const val3 = +from;
    const val4 = +to;
    const val5 = +averaging;
    const ptr0 = passStringToWasm0(entity, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
    const len0 = WASM_VECTOR_LEN;
    const ret = wasm.linkNumbers(record, ptr0, len0, val2, val3, val4, val5);
    var v6 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
    wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
    return v6;
}

/**
 * Max-min fair rates of flows (`analysis::max_min`). `routes` contains the links of all flows, flow by flow,
 * as indices of `capacities`; `lengths` contains the number of links of each flow. The rate of a flow
 * without links is infinite.
 * @param {Float64Array | number[]} capacities
 * @param {Uint32Array | number[]} routes
 * @param {Uint32Array | number[]} lengths
 * @returns {Float64Array}
 */
export function maxMinRates(capacities, routes, lengths) {
    let ptr0, len0, ptr1, len1, ptr2, len2;
    try {
        ptr0 = passArrayF64ToWasm0(capacities, wasm.__wbindgen_malloc);
        len0 = WASM_VECTOR_LEN;
        ptr1 = passArray32ToWasm0(routes, wasm.__wbindgen_malloc);
        len1 = WASM_VECTOR_LEN;
        ptr2 = passArray32ToWasm0(lengths, wasm.__wbindgen_malloc);
        len2 = WASM_VECTOR_LEN;
    } catch (e) {
        if (ptr2) { wasm.__wbindgen_free(ptr2, len2 * 4, 4); }
        if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 4, 4); }
        if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 8, 8); }
        throw e;
    }
    const ret = wasm.maxMinRates(ptr0, len0, ptr1, len1, ptr2, len2);
    var v4 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
    wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
    return v4;
}

/**
 * The mean time in seconds that packets waited at a link between two times.
 * @param {any} record
 * @param {string} link
 * @param {number} from
 * @param {number} to
 * @returns {number}
 */
export function meanWait(record, link, from, to) {
    const val2 = +from;
    const val3 = +to;
    const ptr0 = passStringToWasm0(link, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
    const len0 = WASM_VECTOR_LEN;
    const ret = wasm.meanWait(record, ptr0, len0, val2, val3);
    return ret;
}

/**
 * The value of a measure. NaN if the run has no such value, or if there is no such measure.
 * @param {any} record
 * @param {string} facts
 * @param {string} measure
 * @returns {number}
 */
export function measure(record, facts, measure) {
    let ptr0, len0, ptr1, len1;
    try {
        ptr0 = passStringToWasm0(facts, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len0 = WASM_VECTOR_LEN;
        ptr1 = passStringToWasm0(measure, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len1 = WASM_VECTOR_LEN;
    } catch (e) {
        if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
        if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
        throw e;
    }
    const ret = wasm.measure(record, ptr0, len0, ptr1, len1);
    return ret;
}

/**
 * Statistics of a series between two times: those of `Statistics` in the order of its fields.
 * @param {any} series
 * @param {number} end
 * @param {number} from
 * @param {number} to
 * @returns {Float64Array}
 */
export function seriesStatistics(series, end, from, to) {
    const ret = wasm.seriesStatistics(series, end, from, to);
    var v1 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
    wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
    return v1;
}

/**
 * Runs once, when the module is instantiated.
 */
export function start() {
    wasm.start();
}

/**
 * The version of the simulator. Results are reproducible within a version.
 * @returns {string}
 */
export function version() {
    let deferred1_0;
    let deferred1_1;
    try {
        const ret = wasm.version();
        deferred1_0 = ret[0];
        deferred1_1 = ret[1];
        return getStringFromWasm0(ret[0], ret[1]);
    } finally {
        wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
    }
}
function __wbg_get_imports() {
    const import0 = {
        __proto__: null,
        __wbg_Error_208446807d0d1e30: function(arg0, arg1) {
            const ret = Error(getStringFromWasm0(arg0, arg1));
            return ret;
        },
        __wbg___wbindgen_string_get_7ce8eee7fd327545: function(arg0, arg1) {
            const obj = arg1;
            const ret = typeof(obj) === 'string' ? obj : undefined;
            var ptr1 = isLikeNone(ret) ? 0 : passStringToWasm0(ret, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
            var len1 = WASM_VECTOR_LEN;
            getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 1, len1, true);
            getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 0, ptr1, true);
        },
        __wbg___wbindgen_throw_4c88d8bf264fd984: function(arg0, arg1) {
            throw new Error(getStringFromWasm0(arg0, arg1));
        },
        __wbg_at_a3f746514377e6df: function(arg0, arg1) {
            const ret = arg0[arg1 >>> 0];
            return ret;
        },
        __wbg_bins_b2bf0bf7ac39e0ae: function(arg0) {
            const ret = arg0.bins;
            return ret;
        },
        __wbg_computedTo_8ee5803638e12d3f: function(arg0) {
            const ret = arg0.computedTo;
            return ret;
        },
        __wbg_data_34fd5f5f7a9cf1bb: function(arg0) {
            const ret = arg0.data;
            return ret;
        },
        __wbg_data_adf90a847970ac93: function(arg0) {
            const ret = arg0.data;
            return ret;
        },
        __wbg_entityName_d7bd1c728db28abe: function(arg0, arg1, arg2, arg3) {
            const ret = arg1.entityName(arg2, arg3);
            const ptr1 = passStringToWasm0(ret, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
            const len1 = WASM_VECTOR_LEN;
            getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 1, len1, true);
            getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 0, ptr1, true);
        },
        __wbg_events_39ab5052a4158f7b: function(arg0) {
            const ret = arg0.events;
            return ret;
        },
        __wbg_info_0e3569f7ca2e9d02: function(arg0) {
            const ret = arg0.info;
            return ret;
        },
        __wbg_kind_46b581ed64f0d9fa: function(arg0, arg1) {
            const ret = arg1.kind;
            const ptr1 = passStringToWasm0(ret, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
            const len1 = WASM_VECTOR_LEN;
            getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 1, len1, true);
            getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 0, ptr1, true);
        },
        __wbg_rows_43229bc36f352540: function(arg0) {
            const ret = arg0.rows;
            return ret;
        },
        __wbg_series_b3b8344ddc35d718: function(arg0, arg1, arg2, arg3, arg4) {
            const ret = arg0.series(getStringFromWasm0(arg1, arg2), getStringFromWasm0(arg3, arg4));
            return isLikeNone(ret) ? 0 : addToExternrefTable0(ret);
        },
        __wbg_subarray_c14fb3c94e7b08f4: function(arg0, arg1, arg2, arg3) {
            const ret = arg1.subarray(arg2 >>> 0, arg3 >>> 0);
            const ptr1 = passArrayF64ToWasm0(ret, wasm.__wbindgen_malloc);
            const len1 = WASM_VECTOR_LEN;
            getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 1, len1, true);
            getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 0, ptr1, true);
        },
        __wbg_width_4f3c85d3cdd96337: function(arg0) {
            const ret = arg0.width;
            return ret;
        },
        __wbindgen_init_externref_table: function() {
            const table = wasm.__wbindgen_externrefs;
            table.set(0, undefined);
            table.set(1024, undefined);
            table.set(1025, null);
            table.set(1026, true);
            table.set(1027, false);
        },
    };
    return {
        __proto__: null,
        "./fairshare_own_wasm_bg.js": import0,
    };
}

const DocumentFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_document_free(ptr, 1));
const SimulationFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_simulation_free(ptr, 1));

function addToExternrefTable0(obj) {
    const idx = wasm.__externref_table_alloc();
    wasm.__wbindgen_externrefs.set(idx, obj);
    return idx;
}

function getArrayF64FromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return getFloat64ArrayMemory0().subarray(ptr / 8, ptr / 8 + len);
}

let cachedDataViewMemory0 = null;
function getDataViewMemory0() {
    if (cachedDataViewMemory0 === null || cachedDataViewMemory0.buffer.detached === true || (cachedDataViewMemory0.buffer.detached === undefined && cachedDataViewMemory0.buffer !== wasm.memory.buffer)) {
        cachedDataViewMemory0 = new DataView(wasm.memory.buffer);
    }
    return cachedDataViewMemory0;
}

let cachedFloat64ArrayMemory0 = null;
function getFloat64ArrayMemory0() {
    if (cachedFloat64ArrayMemory0 === null || cachedFloat64ArrayMemory0.byteLength === 0) {
        cachedFloat64ArrayMemory0 = new Float64Array(wasm.memory.buffer);
    }
    return cachedFloat64ArrayMemory0;
}

function getStringFromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return decodeText(getUint8ArrayMemory0().subarray(ptr, ptr + len));
}

let cachedUint32ArrayMemory0 = null;
function getUint32ArrayMemory0() {
    if (cachedUint32ArrayMemory0 === null || cachedUint32ArrayMemory0.byteLength === 0) {
        cachedUint32ArrayMemory0 = new Uint32Array(wasm.memory.buffer);
    }
    return cachedUint32ArrayMemory0;
}

let cachedUint8ArrayMemory0 = null;
function getUint8ArrayMemory0() {
    if (cachedUint8ArrayMemory0 === null || cachedUint8ArrayMemory0.byteLength === 0) {
        cachedUint8ArrayMemory0 = new Uint8Array(wasm.memory.buffer);
    }
    return cachedUint8ArrayMemory0;
}

function isLikeNone(x) {
    return x === undefined || x === null;
}

function passArray32ToWasm0(arg, malloc) {
    const ptr = malloc(arg.length * 4, 4) >>> 0;
    getUint32ArrayMemory0().set(arg, ptr / 4);
    WASM_VECTOR_LEN = arg.length;
    return ptr;
}

function passArrayF64ToWasm0(arg, malloc) {
    const ptr = malloc(arg.length * 8, 8) >>> 0;
    getFloat64ArrayMemory0().set(arg, ptr / 8);
    WASM_VECTOR_LEN = arg.length;
    return ptr;
}

function passArrayJsValueToWasm0(array, malloc) {
    const ptr = malloc(array.length * 4, 4) >>> 0;
    for (let i = 0; i < array.length; i++) {
        const add = addToExternrefTable0(array[i]);
        getDataViewMemory0().setUint32(ptr + 4 * i, add, true);
    }
    WASM_VECTOR_LEN = array.length;
    return ptr;
}

function passStringToWasm0(arg, malloc, realloc) {
    if (realloc === undefined) {
        const buf = cachedTextEncoder.encode(arg);
        const ptr = malloc(buf.length, 1) >>> 0;
        getUint8ArrayMemory0().subarray(ptr, ptr + buf.length).set(buf);
        WASM_VECTOR_LEN = buf.length;
        return ptr;
    }

    let len = arg.length;
    let ptr = malloc(len, 1) >>> 0;

    const mem = getUint8ArrayMemory0();

    let offset = 0;

    for (; offset < len; offset++) {
        const code = arg.charCodeAt(offset);
        if (code > 0x7F) break;
        mem[ptr + offset] = code;
    }
    if (offset !== len) {
        if (offset !== 0) {
            arg = arg.slice(offset);
        }
        ptr = realloc(ptr, len, len = offset + arg.length * 3, 1) >>> 0;
        const view = getUint8ArrayMemory0().subarray(ptr + offset, ptr + len);
        const ret = cachedTextEncoder.encodeInto(arg, view);

        offset += ret.written;
        ptr = realloc(ptr, len, offset, 1) >>> 0;
    }

    WASM_VECTOR_LEN = offset;
    return ptr;
}

function takeFromExternrefTable0(idx) {
    const value = wasm.__wbindgen_externrefs.get(idx);
    wasm.__externref_table_dealloc(idx);
    return value;
}

let cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
cachedTextDecoder.decode();
const MAX_SAFARI_DECODE_BYTES = 2146435072;
let numBytesDecoded = 0;
function decodeText(bytes) {
    numBytesDecoded += bytes.length;
    if (numBytesDecoded >= MAX_SAFARI_DECODE_BYTES) {
        cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
        cachedTextDecoder.decode();
        numBytesDecoded = bytes.length;
    }
    return cachedTextDecoder.decode(bytes);
}

const cachedTextEncoder = new TextEncoder();

if (!('encodeInto' in cachedTextEncoder)) {
    cachedTextEncoder.encodeInto = function (arg, view) {
        const buf = cachedTextEncoder.encode(arg);
        view.set(buf);
        return {
            read: arg.length,
            written: buf.length
        };
    };
}

let WASM_VECTOR_LEN = 0;

let wasmModule, wasmInstance, wasm;
function __wbg_finalize_init(instance, module) {
    wasmInstance = instance;
    wasm = instance.exports;
    wasmModule = module;
    cachedDataViewMemory0 = null;
    cachedFloat64ArrayMemory0 = null;
    cachedUint32ArrayMemory0 = null;
    cachedUint8ArrayMemory0 = null;
    wasm.__wbindgen_start();
    return wasm;
}

async function __wbg_load(module, imports) {
    if (typeof Response === 'function' && module instanceof Response) {
        if (!module.ok) {
            throw new Error(`failed to fetch Wasm: ${module.status} ${module.statusText} fetching '${module.url}'`);
        }

        if (typeof WebAssembly.instantiateStreaming === 'function') {
            try {
                return await WebAssembly.instantiateStreaming(module, imports);
            } catch (e) {
                const validResponse = expectedResponseType(module.type);

                if (validResponse && module.headers.get('Content-Type') !== 'application/wasm') {
                    console.warn("`WebAssembly.instantiateStreaming` failed because your server does not serve Wasm with `application/wasm` MIME type. Falling back to `WebAssembly.instantiate` which is slower. Original error:\n", e);

                } else { throw e; }
            }
        }

        const bytes = await module.arrayBuffer();
        return await WebAssembly.instantiate(bytes, imports);
    } else {
        const instance = await WebAssembly.instantiate(module, imports);

        if (instance instanceof WebAssembly.Instance) {
            return { instance, module };
        } else {
            return instance;
        }
    }

    function expectedResponseType(type) {
        switch (type) {
            case 'basic': case 'cors': case 'default': return true;
        }
        return false;
    }
}

function initSync(module) {
    if (wasm !== undefined) return wasm;


    if (module !== undefined) {
        if (Object.getPrototypeOf(module) === Object.prototype) {
            ({module} = module)
        } else {
            console.warn('using deprecated parameters for `initSync()`; pass a single object instead')
        }
    }

    const imports = __wbg_get_imports();
    if (!(module instanceof WebAssembly.Module)) {
        module = new WebAssembly.Module(module);
    }
    const instance = new WebAssembly.Instance(module, imports);
    return __wbg_finalize_init(instance, module);
}

let __wbg_init_promise;
async function __wbg_init(module_or_path) {
    if (wasm !== undefined) return wasm;
    if (__wbg_init_promise === undefined) {
        __wbg_init_promise = __wbg_init_once(module_or_path);
        __wbg_init_promise.catch(() => { __wbg_init_promise = undefined; });
    }
    return __wbg_init_promise;
}

async function __wbg_init_once(module_or_path) {

    if (module_or_path !== undefined) {
        if (Object.getPrototypeOf(module_or_path) === Object.prototype) {
            ({module_or_path} = module_or_path)
        } else {
            console.warn('using deprecated parameters for the initialization function; pass a single object instead')
        }
    }

    if (module_or_path === undefined) {
        module_or_path = new URL('fairshare_own_wasm_bg.wasm', import.meta.url);
    }
    const imports = __wbg_get_imports();

    if (typeof module_or_path === 'string' || (typeof Request === 'function' && module_or_path instanceof Request) || (typeof URL === 'function' && module_or_path instanceof URL)) {
        module_or_path = fetch(module_or_path);
    }

    const { instance, module } = await __wbg_load(await module_or_path, imports);

    return __wbg_finalize_init(instance, module);
}

export { initSync, __wbg_init as default };
