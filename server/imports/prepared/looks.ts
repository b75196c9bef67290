import { rm } from 'node:fs/promises';
import type { PreparedImport } from '#contract/preparing.ts';
import type { Caller } from '../../accounts/session/caller.ts';
import type { Deps } from '../../http/deps.ts';
import { perServer } from '../../jobs/perServer.ts';
import { language } from '../../translate.ts';
import { inTurnOf } from '../turns.ts';
import { beginLook, type LookState, type PreparedLook } from './preparedLook.ts';
import { localFile, newRowsPath, type Prepared } from './store.ts';

interface Known {
  /** Everything that the outcome depends on, besides the products. */
  key: string;
  revision: number;
  rowsPath: string;
  look: PreparedLook;
  /** The last complete one, whose rows are shown until this one is complete. */
  before: Known | null;
}

/** Previews that a server keeps; one that it has dropped is counted again when it is asked for. */
const MOST_KEPT = 50;

/** By the key of the file. */
const known = perServer(() => new Map<string, Known>());

/** The preview of an upload as it is chosen, begun if need be. */
export const lookAt = async (deps: Deps, prepared: Prepared, user: Caller): Promise<Shown> => {
  const looks = known(deps);
  const key = JSON.stringify([prepared.revision, language(), [...user.granted].toSorted()]);
  if (looks.get(prepared.key)?.key !== key) {
    const path = await localFile(deps, prepared);
    if (looks.get(prepared.key)?.key !== key) replaceLook(deps, prepared, user, { key, path });
  }
  return shownOf(looks.get(prepared.key) as Known);
};

interface Shown {
  look: PreparedLook;
  /** The state of the look, with what is shown of an earlier one. */
  state: () => LookState & Pick<PreparedImport, 'shown_revision'>;
  read: PreparedLook['read'];
}

const shownOf = (current: Known): Shown => {
  const { look } = current;
  const shown = (): Known => (look.state().progress < 100 && current.before ? current.before : current);
  return {
    look,
    state: () => {
      const { proposal, progress, refusal } = look.state();
      const { look: one, revision } = shown();
      return { ...one.state(), proposal, progress, refusal, shown_revision: revision };
    },
    read: page => shown().look.read(page),
  };
};

const replaceLook = (deps: Deps, prepared: Prepared, user: Caller, { key, path }: { key: string; path: string }) => {
  const looks = known(deps);
  const rowsPath = newRowsPath(deps, prepared);
  const before = looks.get(prepared.key) ?? null;
  const look = beginLook(deps, {
    source: sourceOf(prepared, path, user),
    rowsPath,
    inTurn: work => inTurnOf(user.id, work),
  });
  deps.backgroundTasks.run('preview of a prepared import', () => look.ended);
  const complete = before && isComplete(before) ? before : (before?.before ?? null);
  const current: Known = { key, revision: prepared.revision, rowsPath, look, before: complete };
  looks.delete(prepared.key);
  looks.set(prepared.key, current);
  if (before && before !== complete) drop({ ...before, before: null });
  void look.ended.then(() => {
    if (!isComplete(current) || !current.before) return;
    drop(current.before);
    current.before = null;
  });
  for (const one of [...looks.keys()].slice(0, Math.max(0, looks.size - MOST_KEPT))) forgetLook(deps, one);
};

const isComplete = ({ look }: Known): boolean => look.state().progress === 100 && look.state().refusal === null;

export const sourceOf = (prepared: Prepared, path: string, user: Caller) => ({
  path,
  key: prepared.key,
  fileName: prepared.file_name,
  user,
  options: { create: prepared.create, clear: prepared.clear },
  arrangement: prepared.arrangement ? { ...prepared.arrangement, clears: prepared.clear } : undefined,
  edits: { mends: prepared.mends, leftOut: prepared.left_out },
});

const drop = ({ look, rowsPath, before }: Known): void => {
  look.stop();
  void look.ended.then(() => rm(rowsPath, { force: true }));
  if (before) drop(before);
};

export const forgetLook = (deps: Deps, key: string): void => {
  const looks = known(deps);
  const one = looks.get(key);
  looks.delete(key);
  if (one) drop(one);
};

/** Called when the server stops, so that nobody waits for a preview. */
export const stopLooks = (deps: Deps): void => {
  for (const { look } of known(deps).values()) look.stop();
};
