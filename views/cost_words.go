package views

import "kvtui/core/cost"

// costWords are the words of the cost screen in one language. Templates take
// the texts that the screen made, with units, in a fixed order; a * opens and
// closes what is strong, a ^ what takes the colour of a verdict. ‹ › embrace
// what the arrow keys change.
type costWords struct {
	title, model, kv, tokens, prefill, bandwidth string

	layers, heads, dim, latent, windowed, kept, fromConfig, fromSecondary, fromUser string
	perToken, perTokenWindow, oneRequest, size, elementBytes                        string

	chart, sameColumns, you, breakEven, breakBeyond, breakBelow, recompute, movePays, splitFrees, splitBorder string
	keyYou, keyBreak, keyRecompute, keyPays, keySplit                                                         string

	numbers, times, timesShort, timesOther, timesNarrow, withPrefill, factor, move, recomputeInstead, either            string
	border, borderNarrow, borderBeyond, borderNever                                                                     string
	enough, enoughEven, enoughNone                                                                                      string
	oneProcess, split, byLayers, oneNarrow, splitNarrow                                                                 string
	sum, sumOverhead, hidden, sumHidden                                                                                 string
	splitOpen, splitOpenShort, splitOpenNarrow                                                                          string
	splitPays, splitAlone, splitLoses, splitEven, splitLine, splitSum, splitLong, splitNarrowSet, splitLess, splitShort string
	gained, lost, toMove, toMoveAndHandOver, noBorder                                                                   string
	memory, memoryShort, memoryNarrow, tooMuch                                                                          string
	rateSimulated, rateSimulatedShort, rateTyped                                                                        string
	widest, widestNone, widestBoth, widestNeither, mapAlone                                                             []string
	limit, limitLong, limitNarrow, limitLeast, limitCapped, upTo, rate, rateShort, overhead, overheadShort              string

	prefillFitted, prefillBeyond, prefillModel, prefillPrecision, prefillYours []string // beside the bar
	aboutFitted, aboutBeyond, aboutModel, aboutPrecision, aboutYours           string   // as a sentence

	aboutBF16, aboutOther                                    string
	aboutFP8, aboutINT8, aboutINT4, tagFP8, tagINT8, tagINT4 []string // the longest form first

	linkBoth, linkLine, linkLineShort, linkMeasured, linkEstimated, linkBetween, linkSlower, linkFaster string

	aboutConcurrency, aboutSaved, aboutLimit, aboutRate, aboutOverhead string

	links, linkHead, rateHead, basisHead, timeHead, verdictHead, splitHead string
	here, lineRate, measured, estimated, yes, no, same, yesSplit, noSplit  string

	precisions, safe, mostModels, byModel, prompts, within, inTime, tooLong string

	counting                                                                        string
	countHeads, countLatent, countAll, countWindow, countKept, countSum, countUnits string

	mapMove, mapSplit, againstRecompute, againstOne, mapYou, mapSmall, mapMoveShort, mapSplitShort                   string
	cursorMove, cursorSplit, cursorShort, cursorNarrow, cursorBorder, gain, loss, evenGain                           string
	atRate, paysAlways, paysNever, paysUpTo, paysFrom, paysBoth, paysBothShort, borderHere, splitsUpTo, splitsHidden string
	mixed, fromFile, countGlobal, aboutCurve, aboutDerived                                                           string
	aboutMixed, tagMixed, prefillCurve, prefillDerived, aboutAll, aboutPart, aboutLayerWise                          []string
	send, sendLeast, sendAll, sendPart, sendLayers, askSend, noteSend, fieldSend, fieldMap                           string
	fit, fitShort, aboutMemory, fieldMemory, doMemory                                                                string
	doMap, doChart, doPreset, doSend, doCursor                                                                       string

	askStall, noteStall, stallGPUs, stallFlight, stallRequests, stallOutput, stallEngine, doStall, doStopStall                                                 string
	stallLoad, stallOn, stallOf, stallFor, stallBest, stallBestShort, stallMemory, stallChange                                                                 string
	stallPays, stallAlone, crowd, crowdLong, crowdShort, stallLoses, movingTakes, handingTakes, stallLeast                                                     string
	stallFreesLong, stallFrees, stallFreesShort, stallFreesTight, stallFreesLess, stallFreesTwo, stallFreesNarrow, stallCostsLong, stallCosts, stallCostsShort string
	stallRuns, stallRunsShort, stallRunsNarrow, stallTooLong, stallTooLongShort, stallFailed, stallFailedShort                                                 string
	stallNoEngine, stallYours, stallStopped, aboutSimulated                                                                                                    []string
	stallUnknown, stallProgress, stallHalted, stallPaysNever, stallPaysSome, stallPaysFor                                                                      string

	help                                                                                           string
	doField, doDrag, doFine, doFar, doEnds, doLink, doLinkBack, doType, doPrecision                string
	doModel, doModelBack, doSaved, doFollow, doLimit, doRate, doFlight, doOverhead                 string
	askModel, askPrecision, askNumber, noteModel, notePrecision, noteSaved, noteOverhead, noteGBps string
	fieldFlight, fieldSaved, fieldLimit, fieldRate, fieldOverhead, fieldPrecision                  string
}

func costEnglish() *costWords {
	return &costWords{
		title: "Cost", model: "model", kv: "KV", tokens: "tokens", prefill: "prefill", bandwidth: "bandwidth",

		layers: "%s layers", heads: " · %s KV heads", dim: " · dim %s",
		latent:   " · one latent of %s + %s, no heads",
		windowed: " · %s keep %s tokens", kept: " · %s keep KV",
		fromConfig: "   from the maker's config.json", fromSecondary: "   from other projects' files", fromUser: "   as given",
		perToken: "*%s B/token*", perTokenWindow: "*%s B/token*, then *%s*",
		oneRequest: " · *%s* (*%s*) for one request", size: " · *%s* (*%s*)", elementBytes: "%s B/element",

		chart: "ms to move the KV, over bandwidth (log-log)", sameColumns: "same columns as the slider",
		you: "you: %s", breakEven: "break-even %s", breakBeyond: "break-even beyond %s", breakBelow: "break-even below %s",
		recompute: "recompute: %s", movePays: "move pays", splitFrees: "split frees: %s", splitBorder: "split from %s",
		keyYou: "you", keyBreak: "break-even", keyRecompute: "recompute", keyPays: "move pays", keySplit: "split from",

		numbers: "Is it worth moving the KV?",
		times:   "move *%s*   recompute *%s*   ", timesShort: "move *%s*  recompute *%s*  ^%s: %s^",
		timesOther: "move *%s*  recompute *%s* (%s's)  ^%s: %s^", withPrefill: ", with %s's prefill",
		timesNarrow: "move *%s*, recompute *%s*",
		factor:      "%s the time: %s", move: "move, do not recompute", recomputeInstead: "recompute, do not move",
		either: "either, they tie",
		border: "break-even  *%s* (%s)", borderNarrow: "break-even *%s* (%s)", borderBeyond: "break-even  beyond %s, at *%s*",
		borderNever: "break-even  none: recompute takes no time",
		enough:      "%s is enough, %s is not", enoughEven: "even %s is enough", enoughNone: "%s is not enough",
		oneProcess: "TTFT one process", split: "     split", byLayers: "     layer by layer", oneNarrow: "one process", splitNarrow: "split",
		sum: "%s = █ prefill + ▒ transfer", sumOverhead: "%s = █ + ▒ + ░ overhead",
		hidden: "%s, %s of transfer hidden", sumHidden: "%s, layer by layer %s (%s hidden)",

		splitOpen:       "split pays only if it frees more than *%s* of stalls a request  *v*: set it",
		splitOpenShort:  "split pays if it frees more than *%s* a request  *v*: set it",
		splitOpenNarrow: "split must free *%s*  *v*: set it",
		splitPays:       "^split pays^", splitAlone: "^split pays alone, not shared^", splitLoses: "^do not split^", splitEven: "^split breaks even^",
		splitSum:       ": frees ‹ *%s* ›, takes *%s*, *%s*; border *%s*",
		splitLine:      ": frees ‹ *%s* ›, takes *%s*; border *%s*",
		splitLong:      ": it frees ‹ *%s* › of stalls and takes *%s* to %s, *%s*; border *%s*",
		splitNarrowSet: ": ‹ *%s* › freed", splitLess: "split: ‹ *%s* › freed, *%s*",
		splitShort: "split pays if it frees more than %s",
		gained:     "%s gained", lost: "%s lost", toMove: "move", toMoveAndHandOver: "move and hand over",
		noBorder: "none",

		memory:       "host memory  ‹ *%s* › in flight x %s = *%s* on top of the worker's own",
		memoryShort:  "host memory  ‹ *%s* › in flight x %s = *%s*",
		memoryNarrow: "host ‹ *%s* › x %s = *%s*", tooMuch: "more than 8 EiB",
		limit:       "within ‹ *%s* › this link carries a prompt of %s",
		limitLong:   "; this prompt needs *%s*",
		limitNarrow: "‹ *%s* › carries %s",
		limitLeast:  "‹ *%s* ›: *%s tokens*",
		limitCapped: "*any length*", upTo: "up to *%s tokens*",
		rate:      "at ‹ *%s requests/s* › the KV asks *%s* (%s): ^%s this link^",
		rateShort: "‹ *%s requests/s* › ask *%s*: ^%s this link^", overheadShort: "a split adds ‹ *%s* ›",
		rateSimulated:      "your ‹ *%s requests/s* › ask *%s*: ^%s this link^; the simulated load has *%s requests/s*",
		rateSimulatedShort: "your ‹ *%s requests/s* › ask *%s*: ^%s this link^; simulated *%s*",
		rateTyped:          "your ‹ *%s requests/s* › ask *%s*: ^%s this link^",
		widest: []string{
			"widest precision with which moving pays on this link: *%s*", "widest precision that pays to move: *%s*", "widest that pays: move *%s*",
		},
		widestNone: []string{"no precision makes moving pay on this link", "no precision makes moving pay"},
		widestBoth: []string{
			"widest precision that pays on this link: moving *%s*, splitting *%s*", "widest precision that pays: move *%s*, split *%s*", "widest that pays: move *%s*, split *%s*",
		},
		widestNeither: []string{"no precision makes moving or splitting pay on this link", "no precision makes move or split pay"},
		overhead:      "a split adds ‹ *%s* › a request beside the transfer (overhead)",

		prefillFitted:    []string{"prefill fitted: two points, 8 GB GPU", "prefill fitted"},
		prefillBeyond:    []string{"prefill fitted to %s tokens, line beyond", "prefill beyond %s fitted"},
		prefillModel:     []string{"prefill is %s's: drag it", "prefill is %s's"},
		prefillPrecision: []string{"prefill is for bf16: drag it", "prefill is for bf16"},
		prefillYours:     []string{"prefill is yours  f: follow tokens", "prefill is yours"},

		aboutFitted:    "prefill: fitted to two published points: 8 GB GPU, %s, bf16",
		aboutBeyond:    "prefill: a straight line beyond the %s tokens of its fit: too low",
		aboutModel:     "prefill: of %s (%s), not of this model: drag it",
		aboutPrecision: "prefill: fitted with KV in bf16, not %s: drag it to yours",
		aboutYours:     "prefill: set by you  *f*: follow the token count again",

		aboutBF16: "bf16 and fp16: 2 bytes an element, what the models compute with",
		aboutFP8:  []string{"fp8: " + cost.CaveatSafe.String(), "fp8: quality held (KV article)"},
		aboutINT8: []string{"int8: " + cost.CaveatMostModels.String(), "int8: quality mostly held (KV article)"},
		aboutINT4: []string{
			"int4: " + cost.CaveatByModel.String(),
			"int4: Qwen2.5-7B drops, Mistral-7B holds (KV transfer article)",
			"int4: varies by model (KV article)",
		},
		aboutOther: "elements of %s B, as given, of no format; *c*: back to bf16",
		tagFP8:     []string{" · quality held on nearly all tasks", " · quality held"},
		tagINT8:    []string{" · quality held by most models", " · quality mostly held"},
		tagINT4:    []string{" · quality varies by model"},

		linkBoth: "%s: line rate %s, measured %s", linkLine: "%s: line rate %s (%s), achieved rate not known", linkLineShort: "%s: line rate %s, achieved not known",
		linkMeasured: "%s: measured %s", linkEstimated: "%s: estimated %s",
		linkBetween: "between %s at %s and %s at %s",
		linkSlower:  "slower than %s at %s", linkFaster: "faster than %s at %s",

		aboutConcurrency: "in flight: each request holds its KV in a host buffer until it is sent",
		aboutSaved:       "stalls freed: queue and stall time that a split saves a request; measure it",
		aboutLimit:       "time limit: the longest prompt whose KV crosses this link in that time",
		aboutRate:        "requests/s: what a steady stream of such prompts asks of the link",
		aboutOverhead:    "overhead: handshake and set-up that a split adds to each request",

		links: "Links: time to move this prompt's KV", linkHead: "link", rateHead: "rate", basisHead: "known from",
		timeHead: "move", verdictHead: "verdict", splitHead: "split",
		here: "you", lineRate: "line rate", measured: "measured", estimated: "estimated",
		yes: "✓ move", no: "× recompute", same: "= either", yesSplit: "✓ split", noSplit: "× one process",

		precisions: "KV precision on this link", prompts: "Prompts over this link", safe: "quality held on nearly all tasks", mostModels: "quality held by most models", byModel: "quality varies by model",
		within: "in %s", inTime: "✓ in time", tooLong: "× too long",

		counting:    "How the bytes are counted",
		countHeads:  "a layer keeps 2 x %s heads x %s x %s B = %s B a token",
		countLatent: "a layer keeps one latent: (%s + %s) x %s B = %s B a token",
		countAll:    "all %s layers keep every token",
		countWindow: "%s of %s layers keep only the last %s tokens", countKept: "%s of %s layers keep KV at all",
		countSum:   "%s tokens: %s B = %s = %s",
		countUnits: "1 GB/s = 8 Gbit/s = 10^9 B/s; 1 MiB = 2^20 B",

		mapMove: "ms gained %s, lost %s (<10 <100 <1,000 more) by moving", mapSplit: "ms gained %s, lost %s (<10 <100 <1,000 more) by splitting",
		mapMoveShort: "ms gained %s, lost %s by moving", mapSplitShort: "ms gained %s, lost %s by splitting",
		againstRecompute: "not recomputing", againstOne: "not one process", mapYou: "you", mapSmall: "the map needs more room; *m*: back",
		cursorMove:   "cursor *%s tokens* at *%s*%s: move %s, recompute %s: ^%s^",
		cursorSplit:  "cursor *%s tokens* at *%s*%s: split takes %s, frees %s: ^%s^",
		cursorShort:  "cursor *%s tokens* at *%s*: ^%s^",
		cursorNarrow: "*%s tokens*, *%s*: ^%s^", cursorBorder: "; border *%s*",
		gain: "%s gained", loss: "%s lost", evenGain: "even",
		atRate: "at %s ", paysAlways: "moving pays for any prompt", paysNever: "moving pays for no prompt",
		paysUpTo: "moving pays up to *%s tokens*", paysFrom: "moving pays from *%s tokens* on",
		paysBothShort: "pays up to *%s* and from *%s tokens* on",
		paysBoth:      "moving pays up to *%s tokens* and again from *%s* on", borderHere: "; border for %s tokens *%s*",
		splitsUpTo: "splitting pays up to *%s tokens*", splitsHidden: "what is hidden grows with the prompt: read the map",

		mixed: "mixed %s %%", fromFile: "   from your config.json", countGlobal: "a full layer keeps 2 x %s heads x %s x %s B = %s B a token",
		aboutMixed: []string{
			"mixed, the rest int4: " + cost.CaveatMixed.String(),
			"mixed: at half the bytes SpectrumKV +2 % perplexity, PDTrim +25 % (article)",
			"mixed: +2 to +25 % perplexity (KV transfer article)", "+2 to +25 % perplexity (KV article)",
		},
		tagMixed:     []string{" · in fp16, rest int4: perplexity +2 to +25 %", " · in fp16, rest int4", " · rest int4"},
		prefillCurve: []string{"prefill fitted with attention: %s", "prefill fitted, %s"}, prefillDerived: []string{"prefill not measured: %s", "prefill of %s"},
		aboutCurve: "prefill with attention: fitted, %s, %s, to %s tokens", aboutDerived: "prefill with attention: not measured: %s, %s",
		send: "sent ‹ *%s* ›", sendLeast: "‹ *%s* ›", sendAll: "all layers, after prefill", sendPart: "%s of %s layers", sendLayers: "layer by layer",
		aboutAll: []string{"every layer, once prefill is done, as vLLM's NIXL connector does; *b*: send less", "as vLLM's NIXL does; *b*: send less"},
		aboutPart: []string{
			cost.CaveatResearch.String(),
			"research, not for production (KV transfer article)", "research only (KV transfer article)", "research (KV article)", "research",
		},
		aboutLayerWise: []string{
			"hides time, saves no bytes (KV transfer article); not with vLLM's NIXL, which sends after prefill (vLLM source)",
			cost.CaveatConnector.String(),
			"hides time, no bytes (KV transfer article); not NIXL",
			"hides time; not NIXL (KV transfer article)", "not NIXL (KV article)", "not NIXL",
		},
		mapAlone: []string{
			"ms gained %s, lost %s (<10 <100 <1,000 more) by splitting, a transfer alone on the link",
			"ms gained %s, lost %s by splitting, a transfer alone on the link", "gained %s, lost %s, alone on the link", "split, alone: gain %s, loss %s",
		},
		askSend: "What is sent", noteSend: "all, layer by layer, or a share of the layers such as 0.5", fieldSend: "what is sent", fieldMap: "cursor",
		fit: "host memory of ‹ *%s* › holds the KV of *%s requests* in flight", fitShort: "‹ *%s* › hold *%s requests*",
		aboutMemory: "host memory: what the worker's limit leaves for KV on its way", fieldMemory: "host memory", doMemory: "host memory for requests in flight",
		doMap: "map", doChart: "chart", doPreset: "prefill of another GPU", doSend: "layers sent: all, one by one, half", doCursor: "take the cursor's prompt and link",

		askStall: "Simulate what a split frees", noteStall: "at best: a link that takes no time, KV memory without limit; v types it instead",
		stallGPUs: "GPUs, together and split", stallFlight: "in flight", stallRequests: "requests", stallOutput: "output", stallEngine: "engine",
		doStall: "simulate the stalls that a split frees", doStopStall: "stop the simulation",
		stallLoad: "%s GPUs, %s in flight, %s out", stallOn: "simulated: %s, on %s", stallOf: "simulated: %s",
		stallBest: "; best split %s prefill + %s decode", stallFor: "simulated for %s: %s", stallBestShort: "; best %s prefill + %s decode",
		stallMemory: "; KV memory without limit", stallChange: "  *V*: change",
		stallPays: "^pays^", stallAlone: "^pays alone^",
		crowdLong: "all *%s* in flight over one such link: *%s* a request at least, of %s in one pool: ^do not split^", crowd: "all *%s* in flight on one link: *%s* each at least: ^do not split^", crowdShort: "*%s* share the link: *%s*: ^do not split^", stallLoses: "^does not pay^", movingTakes: "moving takes", handingTakes: "handing over takes",
		stallFreesLong:  "splitting frees ‹ *%s* › of %s a request at best (simulated) and %s *%s*: %s, *%s*; border *%s*",
		stallFrees:      "splitting frees ‹ *%s* › of %s a request at best (simulated) and %s *%s*: %s",
		stallFreesShort: "split frees ‹ *%s* › of %s at best (simulated), takes *%s*: %s",
		stallFreesTight: "split frees ‹ *%s* › of %s (simulated), takes *%s*: %s",
		stallFreesLess:  "frees ‹ *%s* › of %s (simulated), takes *%s*: %s", stallFreesTwo: "split frees ‹ *%s* › (simulated), takes *%s*: %s",
		stallFreesNarrow: "split ‹ *%s* › (simulated): %s", stallLeast: "split %s: *%s*",
		stallCostsLong:  "splitting frees nothing (simulated): it adds *%s* to %s a request even so, and %s *%s*: %s, *%s*",
		stallCosts:      "splitting frees nothing (simulated): it adds *%s* to %s a request: %s",
		stallCostsShort: "split adds *%s* (simulated): %s",
		stallRuns:       "simulating what a split frees: %s%s  *V*: stop", stallRunsShort: "simulating what a split frees%s  *V*: stop",
		stallRunsNarrow: "simulating%s  *V*: stop",
		stallTooLong:    "split not simulated: only for prompts of 1 to %s tokens", stallTooLongShort: "split not simulated: the prompt",
		stallFailed: "simulation failed: %s", stallFailedShort: "simulation failed",
		stallNoEngine: []string{"split not simulated: this prefill is a line and no engine  *F*: another", "split not simulated: no engine  *F*: next", "split: no engine  *F*: next"},
		stallYours:    []string{"split not simulated: prefill is yours, not the engine's  *f*: follow it", "split not simulated  *f*: follow tokens", "not simulated  *f*: follow"},
		stallStopped:  []string{"simulation of what a split frees was stopped  *V*: again", "simulation stopped  *V*: again"},
		aboutSimulated: []string{
			"stalls freed: end to end in one process less that of the best split of the same GPUs",
			"stalls freed: one process less the best split of its GPUs", "",
		},
		stallUnknown: "not simulated yet", stallProgress: "simulated *%s of %s* prompts%s", stallHalted: "stopped after *%s of %s* prompts  *V*: again", stallPaysNever: "splitting pays for no prompt of the map",
		stallPaysSome: "splitting pays for *%s of %s* prompts, alone on the link: read the map", stallPaysFor: "splitting pays in rows *%s to %s tokens*, link alone",

		help:    "Cost",
		doField: "field", doDrag: "drag", doFine: "drag finely", doFar: "ten steps", doEnds: "to the ends",
		doLink: "next link", doLinkBack: "previous link", doType: "type", doPrecision: "precision",
		doModel: "next model", doModelBack: "previous model", doSaved: "stalls that a split frees",
		doFollow: "prefill follows the tokens", doLimit: "time limit for the longest prompt",
		doRate: "requests a second", doFlight: "requests in flight", doOverhead: "overhead of a split",
		askModel: "Model", askPrecision: "KV precision", askNumber: "Set %s",
		noteModel: "a name of the catalogue, or a part that one name alone has", notePrecision: "bf16, fp16, fp8, int8, int4, or mixed 0.33 (share in fp16)",
		noteGBps:  "GB/s, or with a unit: 25Gbit, 25GbE, 3.1GB/s",
		noteSaved: "0 forgets it", noteOverhead: "0 for none",
		fieldFlight: "requests in flight", fieldSaved: "stalls freed", fieldLimit: "time limit", fieldRate: "requests a second",
		fieldOverhead: "overhead", fieldPrecision: "precision",
	}
}
