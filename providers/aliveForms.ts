type Locks = Pick<LockManager, 'request' | 'query'>;

/** Which forms are open with something to lose, in whatever tab of this browser. */
export interface AliveForms {
  /** The form lives from now on; returns its end, which also comes with the death of its tab. */
  live: (form: string) => () => void;
  /** Those of these forms that live. */
  among: (forms: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Resolves when a form lives no more. @throws when `signal` ends the waiting */
  death: (form: string, signal: AbortSignal) => Promise<void>;
}

const PREFIX = 'vitrina.form.';

/**
 * A living form holds a Web Lock, which the browser takes from it however its tab ends. Where there are
 * none (plain http under a name that is not localhost) no form is known to live.
 */
export const createAliveForms = (locks: Locks | undefined): AliveForms => ({
  live: form => {
    let end = (): void => undefined;
    const ended = new Promise<void>(resolve => {
      end = resolve;
    });
    // A browser that denies locks answers like one that has none.
    locks?.request(PREFIX + form, () => ended).catch(() => undefined);
    return end;
  },
  among: async forms => {
    const { held = [] } = (await locks?.query().catch(() => undefined)) ?? {};
    const names = new Set(held.map(({ name }) => name));
    return new Set(forms.filter(form => names.has(PREFIX + form)));
  },
  death: async (form, signal) => {
    await locks?.request(PREFIX + form, { mode: 'shared', signal }, () => undefined);
  },
});
