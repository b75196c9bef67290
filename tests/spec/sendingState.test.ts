import { describe, expect, it } from 'vitest';
import {
  afterSendingCheck,
  afterSendingEvent,
  idleSending,
  type SendingEvent,
  type SendingState,
} from '#providers/jobs/sendingState.ts';

type Told = Parameters<typeof afterSendingEvent>[2];
type Step = readonly [SendingEvent, Told];

const update = (run_id: number, progress: number): Step => ['SENDMEDIA_UPDATE', { run_id, progress, stepItems: [] }];
const play = (steps: readonly Step[], from: SendingState = idleSending): SendingState =>
  steps.reduce((state, [event, told]) => afterSendingEvent(state, event, told), from);

const script: readonly Step[] = [
  ['SENDMEDIA_STARTS', { run_id: 7 }],
  update(7, 0),
  update(7, 30),
  update(7, 80),
  ['SENDMEDIA_READY', { run_id: 7 }],
];

describe('§4 Media sending in a window', () => {
  it('[T23] [T24] [E18] is available, then processing at 0, then at what it is told, and finished at 100', () => {
    expect(idleSending).toEqual({ status: 'available', progress: 0, runId: null });
    expect(play(script.slice(0, 1))).toEqual({ status: 'processing', progress: 0, runId: 7 });
    expect(play(script.slice(0, 3))).toEqual({ status: 'processing', progress: 30, runId: 7 });
    expect(play(script)).toEqual({ status: 'finished', progress: 100, runId: 7 });
  });

  it.each(['SENDMEDIA_INTERRUPT', 'SENDMEDIA_ERROR'] as const)('[T26] %s cancels', event => {
    expect(play([...script.slice(0, 3), [event, { run_id: 7 }]])).toEqual({
      status: 'canceled',
      progress: 30,
      runId: 7,
    });
  });

  it('[T25] [T27] in any order, twice and with gaps progress never falls and the end holds', () => {
    let seed = 1;
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    for (let round = 0; round < 500; round += 1) {
      const told = [...script, ...script].filter(() => random() > 0.2).toSorted(() => random() - 0.5);
      let state = idleSending;
      for (const [event, payload] of told) {
        const next = afterSendingEvent(state, event, payload);
        expect(next.progress).toBeGreaterThanOrEqual(state.progress);
        if (state.status === 'finished') expect(next).toEqual(state);
        state = next;
      }
      expect(play(script, state)).toEqual({ status: 'finished', progress: 100, runId: 7 });
      expect(play([update(6, 50), ['SENDMEDIA_ERROR', { run_id: 6 }]], state)).toEqual(state);
    }
  });

  it('[T23] a check that finds a run sets processing, one that finds none sets available unless something has ended', () => {
    expect(afterSendingCheck(idleSending, { id: 7, progress: 40 })).toEqual({
      status: 'processing',
      progress: 40,
      runId: 7,
    });
    const on = play(script.slice(0, 4));
    expect(afterSendingCheck(on, { id: 7, progress: 40 }).progress).toBe(80);
    expect(afterSendingCheck(on, null)).toEqual(idleSending);
    expect(afterSendingCheck(play(script), null).status).toBe('finished');
    expect(afterSendingCheck(play(script), { id: 7, progress: 99 }).status).toBe('finished');
  });
});
