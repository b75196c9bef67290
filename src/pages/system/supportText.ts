import type { Part, System } from '#contract/system.ts';
import type { useT } from '#providers/locale/i18nProvider.ts';
import type { Fact, SystemTexts } from './useSystemTexts.ts';

interface TextTools {
  t: ReturnType<typeof useT>;
  texts: SystemTexts;
  formatBytes: (bytes: number) => string;
  formatMoment: (iso: string) => string;
}

/** Everything on the page as text. Names of users are left out, because whoever gets the text may be a stranger. */
export const buildSupportText = (system: System, { t, texts, formatBytes, formatMoment }: TextTools): string => {
  const section = (title: string, lines: readonly string[]) => [`## ${title}`, ...lines, ''];
  const facts = (items: readonly Fact[]) => items.map(([label, text]) => `${label}: ${text}`);
  const part = <T>(read: Part<T>, describe: (value: T) => readonly string[]): readonly string[] =>
    'error' in read ? [t('system.unread', { reason: read.error })] : describe(read.value);
  const row = (cells: object) => Object.values(cells).filter(Boolean).join(' · ');
  return [
    t('system.asOf', { when: formatMoment(system.at) }),
    '',
    ...section(t('system.version.title'), facts(texts.version(system.version))),
    ...section(
      t('system.processes.title'),
      part(system.processes, items => items.map(item => row(texts.process(item, system.at)))),
    ),
    ...section(
      t('system.database.title'),
      part(system.database, database => [
        ...facts(texts.database(database)),
        ...database.tables.map(({ name, bytes }) => `${name}: ${formatBytes(bytes)}`),
      ]),
    ),
    ...section(
      t('system.queue.title'),
      part(system.queue, queue => facts(texts.queue(queue))),
    ),
    ...section(
      t('system.runs.title'),
      part(system.runs, runs => runs.map(run => row(texts.run(run, system.at)))),
    ),
    ...section(t('system.files.title'), [
      ...part(system.disk, disk => facts(texts.disk(disk))),
      ...facts(texts.files(system.files)),
      ...part(system.files.stored, stored => facts(texts.stored(stored))),
    ]),
    ...section(t('system.mail.title'), facts(texts.mail(system.mail))),
    ...section(
      t('system.settings.title'),
      system.settings.map(setting => `${setting.name}: ${texts.setting(setting)}`),
    ),
    ...section(
      t('system.day.title'),
      part(system.hours, hours => [
        [t('system.day.hour'), ...dayRows.map(name => t(`system.day.${name}`))].join(' · '),
        ...hours.map(hour => [formatMoment(hour.at), ...dayRows.map(name => hour[name])].join(' · ')),
      ]),
    ),
  ].join('\n');
};

export const dayRows = ['requests', 'failed', 'changes', 'runs'] as const;
