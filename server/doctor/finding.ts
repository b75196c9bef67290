import type { commands as messages } from '#i18n/ru/commands.ts';

/** Damage found by a check, and the repair for it. */
export interface Finding {
  kind: keyof typeof messages.findings;
  /** Where it is: a constraint, a column, a folder. */
  subject: string;
  count: number;
  /** The first few records or files. */
  examples: string[];
  /** Null when only a person can decide what is right, or the lost data exist only in a backup. */
  repair: (() => Promise<void>) | null;
}

export const MAX_EXAMPLES = 5;
