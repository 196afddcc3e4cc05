// Plays a game by chance through the rules of another program, then plays its log again and times that.
//
// node replay_peer.cjs RULES SCENARIO SEED ACTIONS ROUNDS: RULES exports setup, view and action, as the rules
// of Rally the Troops do. It prints how many actions there were, and the least seconds of the processor for
// the play and for the replay.
"use strict"

const [path, scenario, seed, most, rounds] = process.argv.slice(2)
const rules = require(path)
const NEVER = new Set(["undo", "propose_rollback", "flag_supply_warnings"])

function mix(state) {
	// A generator of Lehmer: each game of a seed is the same.
	return (state * 48271) % 2147483647
}

function begin() {
	return rules.setup(Number(seed), scenario, {})
}

function listAnswers(state, role) {
	const answers = []
	for (const [action, given] of Object.entries(rules.view(state, role).actions || {})) {
		if (NEVER.has(action)) continue
		if (Array.isArray(given)) for (const what of given) answers.push([role, action, what])
		else if (given) answers.push([role, action])
	}
	return answers
}

function play() {
	let lot = mix(Number(seed) + 1), state = begin()
	const log = []
	while (log.length < Number(most)) {
		const answers = rules.roles.flatMap((role) => listAnswers(state, role))
		if (answers.length === 0) break
		lot = mix(lot)
		const chosen = answers[lot % answers.length]
		state = rules.action(state, ...chosen)
		log.push(chosen)
	}
	return [log, state]
}

function replay(log) {
	let state = begin()
	for (const chosen of log) state = rules.action(state, ...chosen)
	return state
}

function time(work) {
	const before = process.cpuUsage()
	const result = work()
	const { user, system } = process.cpuUsage(before)
	return [(user + system) / 1e6, result]
}

let [playing, [log, end]] = time(play)
let replaying = Infinity
for (let round = 0; round < Number(rounds); round++) {
	const [took, again] = time(() => replay(log))
	if (JSON.stringify(again) !== JSON.stringify(end)) throw new Error("the replay came to another end")
	replaying = Math.min(replaying, took)
}
console.log(JSON.stringify({ actions: log.length, playing, replaying }))
