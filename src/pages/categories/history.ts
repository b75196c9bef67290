export interface EditHistory<T> {
  past: readonly T[];
  present: T;
  future: readonly T[];
}

export const createHistory = <T>(present: T): EditHistory<T> => ({ past: [], present, future: [] });

/** Adds a step unless nothing changed. */
export const pushStep = <T>({ past, present, ...rest }: EditHistory<T>, next: T): EditHistory<T> =>
  next === present ? { past, present, ...rest } : { past: [...past, present], present: next, future: [] };

export const replaceStep = <T>({ past }: EditHistory<T>, next: T): EditHistory<T> => ({
  past,
  present: next,
  future: [],
});

export const undoStep = <T>({ past, present, future }: EditHistory<T>): EditHistory<T> => {
  const before = past.at(-1);
  if (before === undefined) return { past, present, future };
  return { past: past.slice(0, -1), present: before, future: [present, ...future] };
};

export const redoStep = <T>({ past, present, future }: EditHistory<T>): EditHistory<T> => {
  const [next, ...rest] = future;
  return next === undefined ? { past, present, future } : { past: [...past, present], present: next, future: rest };
};
