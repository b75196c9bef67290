import type { Locale } from '#i18n/messages.ts';
import type { PendingChanges } from '../../records/recordChanges.ts';
import { getLanguage, runInLanguage, translate } from '../../translate.ts';
import type { Caller } from '../session/caller.ts';

export interface OldEmailAddress {
  email: string;
  /** Null if the user has never signed in. */
  language: Locale | null;
}

/**
 * Sends an e-mail to the old address of each changed account, after the commit, so that a takeover does not go
 * unnoticed.
 */
export const notifyOldEmailAddress = (
  changes: Pick<PendingChanges, 'at' | 'runAfterCommit'>,
  caller: Pick<Caller, 'name'>,
  oldAddresses: readonly OldEmailAddress[],
  email: string,
): void =>
  changes.runAfterCommit(deps => {
    for (const { email: address, language: locale } of oldAddresses)
      deps.backgroundTasks.run('mail to an old address', () =>
        runInLanguage(locale ?? getLanguage(), async () => {
          const formattedTime = formatMoment(changes.at);
          const text = translate('mail.emailChanged.text', { when: formattedTime, who: caller.name, email });
          await deps.mailer.send({ to: address, subject: translate('mail.emailChanged.subject'), text });
        }),
      );
  });

/** Includes the time zone, because the server's time zone may differ from the reader's. */
const formatMoment = (timestamp: Date): string =>
  timestamp.toLocaleString(getLanguage(), {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
