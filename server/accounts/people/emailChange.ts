import type { Locale } from '#i18n/messages.ts';
import type { ChangesByResource } from '../../records/recordChanges.ts';
import { getLanguage, runInLanguage, translate } from '../../translate.ts';
import type { Caller } from '../session/caller.ts';

export interface OldEmailAddress {
  email: string;
  /** Null if the user has never signed in. */
  language: Locale | null;
}

/** Writes to the old addresses of changed accounts, after the commit, so that a takeover does not go unnoticed. */
export const notifyOldEmailAddress = (
  changes: Pick<ChangesByResource, 'at' | 'afterwards'>,
  caller: Pick<Caller, 'name'>,
  old: readonly OldEmailAddress[],
  email: string,
): void =>
  changes.afterwards(deps => {
    for (const { email: to, language: locale } of old)
      deps.backgroundTasks.run('mail to an old address', () =>
        runInLanguage(locale ?? getLanguage(), () => {
          const when = formatMoment(changes.at);
          const text = translate('mail.emailChanged.text', { when, who: caller.name, email });
          return deps.mailer.send({ to, subject: translate('mail.emailChanged.subject'), text });
        }),
      );
  });

/** Includes the time zone, because the server's may differ from the reader's. */
const formatMoment = (at: Date): string =>
  at.toLocaleString(getLanguage(), {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
