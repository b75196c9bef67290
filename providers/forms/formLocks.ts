type Locks = Pick<LockManager, 'request' | 'query'>;

/** Which forms with unsaved work are open, in any tab of this browser. */
export interface FormLocks {
  /** Marks a form as open. Returns the release, which the browser also does when the tab dies. */
  hold: (form: string) => () => void;
  /** Those of these forms that are open. */
  heldAmong: (forms: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Resolves when a form is no longer open. @throws when `signal` aborts the wait */
  whenReleased: (form: string, signal: AbortSignal) => Promise<void>;
}

const PREFIX = 'vitrina.form.';

/**
 * An open form holds a Web Lock, because the browser releases it however the tab ends. Where there are no locks (plain
 * http under a name other than localhost) every form counts as closed.
 */
export const createFormLocks = (locks: Locks | undefined): FormLocks => ({
  hold: form => {
    let end = (): void => undefined;
    const ended = new Promise<void>(resolve => {
      end = resolve;
    });
    // A browser that denies locks is treated like one without them.
    locks?.request(PREFIX + form, () => ended).catch(() => undefined);
    return end;
  },
  heldAmong: async forms => {
    const { held = [] } = (await locks?.query().catch(() => undefined)) ?? {};
    const names = new Set(held.map(({ name }) => name));
    return new Set(forms.filter(form => names.has(PREFIX + form)));
  },
  whenReleased: async (form, signal) => {
    await locks?.request(PREFIX + form, { mode: 'shared', signal }, () => undefined);
  },
});
