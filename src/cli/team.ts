/**
 * Several workers on one program. Each is a process that has read the program; they take the turns that the schedule
 * (`engines/schedule.ts`) says may be started, and whoever has the answer that stands first makes the result. Processes come
 * and go without a trace in the answer: what one had found and lost is found again. A turn whose process crashes is one that gave
 * up. Workers share the memory of the run; where a share is not enough, one worker goes on alone, with all of it.
 */
import { type ChildProcess, fork } from "node:child_process";
import type { Socket } from "node:net";
import { type PortfolioEnd, Schedule, type Turn, type TurnEnd, type Winner } from "../engines/schedule.ts";
import { type Direction, type ScheduleFacts, type TurnReport, together } from "../engines/shared-turns.ts";
import type { VerifyOptions } from "../verify.ts";
import { ONE_THREAD } from "./one-thread.ts";
import { deathOf, lastWords, OUT_OF_MEMORY } from "./process-end.ts";
import { CHANNEL, directionLine, linesOf, type WorkerLine } from "./turn-channel.ts";
import type { WorkerMessage, WorkerRequest } from "./worker.ts";

/** How a team, or a worker alone, came to its end: what was said last, and why there is nothing more. */
export interface LastWord {
  readonly said: WorkerMessage | undefined;
  readonly death: string;
}

export interface TeamWork {
  readonly work: WorkerRequest;
  /** At most so many workers at the same time. */
  readonly size: number;
  readonly winner: Winner;
  /** The program of a worker. */
  readonly program: string;
  /** Options of node for a process with so much memory. */
  readonly heapOptions: (megabytes: number) => readonly string[];
}

/** Who hears what workers say before the result. */
interface Listener {
  readonly progress: VerifyOptions["progress"];
  readonly log: (text: string) => void;
  readonly nowMs: () => number;
}

interface Member {
  readonly child: ChildProcess;
  readonly lastWords: () => string;
  /** reading: it has not said yet that it takes turns. finishing: it makes the result. ended: nothing is expected of it. */
  state: "reading" | "idle" | "busy" | "finishing" | "ended";
  turn: Turn | undefined;
  /** Engines that have seen the program there. */
  readonly seen: Set<string>;
  /** Turns whose answers it holds. */
  readonly holds: Map<number, Turn>;
  said: WorkerMessage | undefined;
  cpuMs: number;
  peakMemoryMb: number;
}

const NOTHING: TurnReport = {
  ...{ work: 0, lastTurn: 0, wallMs: {}, statistics: {} },
  ...{ notes: [], internalErrors: [], snapshots: [], proved: [], open: [], precisions: [] },
};

// Who dies without a turn, which could be left out the next time, will do so again.
const MOST_IDLE_DEATHS = 2;

export class Team {
  readonly #team: TeamWork;
  readonly #listener: Listener;
  readonly #startMs: number;
  readonly #resolve: (word: LastWord) => void;
  /** The last word of the team. */
  readonly done: Promise<LastWord>;
  #size: number;
  readonly #members = new Set<Member>();
  #schedule: Schedule<number> | undefined;
  readonly #reports = new Map<number, TurnReport>();
  readonly #told = new Set<string>();
  /** What those have spent that are no more. */
  #spentMs = 0;
  #idleDeaths = 0;
  #last: LastWord | undefined;

  constructor(team: TeamWork, listener: Listener) {
    this.#team = team;
    this.#listener = listener;
    this.#size = team.size;
    this.#startMs = listener.nowMs();
    let resolve: (word: LastWord) => void = () => {};
    this.done = new Promise((settle) => {
      resolve = settle;
    });
    this.#resolve = resolve;
    this.#start();
  }

  /** From outside: there is no more time, or nobody waits. */
  kill(reason: string): void {
    this.#conclude({ said: undefined, death: reason });
  }

  #start(): void {
    const { work, program, heapOptions } = this.#team;
    const shareMb = work.request.memoryMb / this.#size;
    const child = fork(program, [], {
      execArgv: [...ONE_THREAD, ...heapOptions(shareMb)],
      stdio: ["ignore", "ignore", "pipe", "ipc", "pipe"],
    });
    const member: Member = {
      ...{ child, lastWords: lastWords(child), state: "reading", turn: undefined, said: undefined },
      ...{ seen: new Set(), holds: new Map(), cpuMs: 0, peakMemoryMb: 0 },
    };
    this.#members.add(member);
    child.on("message", (message: WorkerMessage) => this.#hear(member, message));
    const split = linesOf();
    const channel = child.stdio[CHANNEL] as Socket;
    channel.setEncoding("utf8");
    channel.on("data", (text: string) => {
      for (const line of split(text)) this.#hearLine(member, JSON.parse(line) as WorkerLine);
    });
    // A worker that is dead already says so by its end.
    channel.on("error", () => {});
    child.on("error", (error) => this.#gone(member, `the analysis could not be started: ${error.message}`));
    child.on("close", (code, signal) => this.#gone(member, deathOf(code, signal, member.lastWords())));
    const spentMs = work.spentMs + this.#listener.nowMs() - this.#startMs;
    // What an earlier run has left was looked at by the first.
    const cache = this.#schedule === undefined ? "use" : "keep";
    child.send({ ...work, spentMs, shared: { shareMb, cache } }, () => {});
  }

  #hear(member: Member, message: WorkerMessage): void {
    if (member.state === "ended") return;
    if (message.kind === "progress") {
      member.cpuMs = message.cpuMs;
      member.peakMemoryMb = message.peakMemoryMb;
      if (member === this.#foremost()) this.#listener.progress(message.line, message.statistics);
    } else if (message.kind === "log") {
      if (!this.#told.has(message.text)) this.#listener.log(message.text);
      this.#told.add(message.text);
    } else member.said = message;
  }

  /** The one whose turn stands first. */
  #foremost(): Member | undefined {
    const working = [...this.#members].filter(({ state }) => state === "reading" || state === "busy");
    const [first] = working.sort((a, b) => (a.turn?.at ?? -1) - (b.turn?.at ?? -1));
    return first;
  }

  #hearLine(member: Member, line: WorkerLine): void {
    if (member.state === "ended") return;
    member.cpuMs = line.cpuMs;
    member.peakMemoryMb = line.peakMemoryMb;
    if (line.kind === "begin") {
      this.#schedule ??= this.#scheduleOf(line.facts);
      member.state = "idle";
    } else {
      const { turn } = member;
      if (turn === undefined) throw new Error("a turn that ends should have begun");
      member.state = "idle";
      member.turn = undefined;
      if (line.end.kind === "limit" && line.end.reason.startsWith(OUT_OF_MEMORY)) {
        this.#outOfMemory(member, turn, line.end.reason, line.report);
      } else {
        if (line.end.kind === "answer") member.holds.set(turn.at, turn);
        this.#ended(turn, line.end.kind === "answer" ? { kind: "answer", answer: turn.at } : line.end, line.report);
      }
    }
    this.#direct();
  }

  #scheduleOf({ standings, plan, reading }: ScheduleFacts): Schedule<number> {
    const { work, winner } = this.#team;
    const { lastRound } = work.request;
    const pauses = lastRound === undefined ? "where places are proved" : "never";
    return new Schedule<number>(standings, work.rounds, { plan: () => plan, reading, winner, lastRound, pauses });
  }

  #ended(turn: Turn, end: TurnEnd<number>, report: TurnReport): void {
    this.#reports.set(turn.at, report);
    this.#schedule?.ended(turn, end);
  }

  /** Gives everybody something to do who has nothing, and the result to make to whoever can. */
  #direct(): void {
    const schedule = this.#schedule;
    if (schedule === undefined || this.#last !== undefined) return;
    const end = schedule.end();
    if (end !== undefined) {
      this.#finish(schedule, end);
      return;
    }
    for (const member of this.#members) {
      if (member.state !== "idle") continue;
      const turn = this.#fittest(member, schedule.next(this.#size));
      if (turn === undefined) continue;
      schedule.started(turn);
      member.state = "busy";
      member.turn = turn;
      member.seen.add(turn.engine);
      this.#send(member, { kind: "turn", ...turn });
    }
    const isComing = [...this.#members].some(({ state }) => state === "reading");
    if (this.#alive() < this.#size && !isComing && schedule.next(1).length > 0) this.#start();
  }

  /** The first one whose engine has not seen the program elsewhere: there it would find what it made of it. */
  #fittest({ seen }: Member, turns: readonly Turn[]): Turn | undefined {
    const everywhere = new Set(
      [...this.#members].flatMap((member) => (member.state === "ended" ? [] : [...member.seen])),
    );
    return turns.find(({ engine }) => seen.has(engine) || !everywhere.has(engine)) ?? turns[0];
  }

  /** The others have nothing left to do. */
  #finish(schedule: Schedule<number>, end: PortfolioEnd<number>): void {
    const members = [...this.#members].filter(({ state }) => state !== "ended");
    if (members.some(({ state }) => state === "finishing")) return;
    const able = members.find(({ state, holds }) =>
      end.kind === "answer" ? holds.has(end.answer) : state === "idle" || state === "finishing",
    );
    if (able === undefined) {
      if (!members.some(({ state }) => state === "reading")) this.#start();
      return;
    }
    const others = members.filter((member) => member !== able);
    const peakMemoryMb = others.reduce((sum, member) => sum + member.peakMemoryMb, 0);
    for (const member of others) this.#end(member);
    const whole = together(schedule.before().map(({ at }) => this.#reports.get(at) ?? NOTHING));
    const winner = end.kind === "answer" ? { at: end.answer, engine: end.engine } : undefined;
    const reason = end.kind === "unknown" ? end.reason : undefined;
    const paused = end.kind === "open" ? end.rounds : undefined;
    able.state = "finishing";
    this.#send(able, {
      kind: "finish",
      winner,
      reason,
      paused,
      attempts: end.attempts,
      whole,
      elsewhere: { cpuMs: this.#spentMs, peakMemoryMb },
    });
  }

  #send({ child }: Member, direction: Direction): void {
    (child.stdio[CHANNEL] as Socket).write(directionLine(direction));
  }

  /** A process is no more. */
  #gone(member: Member, death: string): void {
    const { state, said, turn } = member;
    if (state !== "ended") {
      if (said?.kind === "done" || said?.kind === "error") this.#answered(member, said, death);
      else this.#died(member, said?.kind === "out-of-memory" ? OUT_OF_MEMORY : death, turn);
    }
    this.#members.delete(member);
    if (this.#last !== undefined && this.#members.size === 0) this.#resolve(this.#last);
    else this.#direct();
  }

  /** Its result, or that of a program which takes no turns. */
  #answered(member: Member, said: Extract<WorkerMessage, { kind: "done" | "error" }>, death: string): void {
    const isFull = said.kind === "done" && said.verification.result.reason?.startsWith(OUT_OF_MEMORY) === true;
    this.#end(member);
    // It may fit into the memory of all.
    if (isFull && this.#size > 1 && this.#schedule === undefined) this.#goOnAlone();
    else this.#conclude({ said, death });
  }

  #died(member: Member, death: string, turn: Turn | undefined): void {
    this.#end(member);
    if (death === OUT_OF_MEMORY && this.#size > 1) this.#goOnAlone(turn);
    else if (turn !== undefined) this.#ended(turn, { kind: "gave-up", reason: death }, NOTHING);
    else if (++this.#idleDeaths >= MOST_IDLE_DEATHS || this.#schedule === undefined)
      this.#conclude({ said: undefined, death });
  }

  /** @param turn that had more to keep than its process may. */
  #outOfMemory(member: Member, turn: Turn, reason: string, report: TurnReport): void {
    this.#end(member);
    if (this.#size > 1) this.#goOnAlone(turn);
    else this.#ended(turn, { kind: "gave-up", reason }, report);
  }

  /** Shares are too small: everybody leaves, and one comes that has all there is. */
  #goOnAlone(turn?: Turn): void {
    this.#size = 1;
    if (turn !== undefined) this.#schedule?.lost(turn);
    for (const member of this.#members) this.#end(member);
    this.#start();
  }

  #alive(): number {
    return [...this.#members].filter(({ state }) => state !== "ended").length;
  }

  /** Nothing more is expected of it; what it was at, or found, is to be done again where it is needed. */
  #end(member: Member): void {
    if (member.state === "ended") return;
    if (member.turn !== undefined) this.#schedule?.lost(member.turn);
    for (const turn of member.holds.values()) this.#schedule?.lost(turn);
    member.state = "ended";
    this.#spentMs += member.cpuMs;
    member.child.kill("SIGKILL");
  }

  #conclude(word: LastWord): void {
    this.#last ??= word;
    for (const member of this.#members) this.#end(member);
    if (this.#members.size === 0) this.#resolve(this.#last);
  }
}
