import type { System, SystemDatabase, SystemProcess, SystemRun, SystemSetting } from '#contract/system.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { useMeasures } from './useMeasures.ts';

export type Fact = readonly [label: string, text: string];
type Value<P> = Extract<P, { value: unknown }> extends { value: infer V } ? V : never;

/** What the page says of each part, which is also what is copied for support. */
export const useSystemTexts = () => ({ ...useFacts(), ...useRows() });
export type SystemTexts = ReturnType<typeof useSystemTexts>;

const useFacts = () => {
  const t = useT();
  const { number, moment } = useFormats();
  const { bytes } = useMeasures();
  return {
    version: ({ build, release, node, host, pid, started_at }: System['version']): Fact[] => [
      [t('system.version.build'), build],
      [t('system.version.release'), release],
      [t('system.version.node'), node],
      [t('system.version.server'), `${host}, ${pid}`],
      [t('system.version.startedAt'), moment(started_at)],
    ],
    database: ({ kind, version, schema, connections, ...database }: SystemDatabase): Fact[] => [
      [t('system.database.kind'), t(`system.database.kinds.${kind}`, { version })],
      [t('system.database.answer'), t('system.database.milliseconds', { number: number(database.answer_ms, 1) })],
      [t('system.database.size'), bytes(database.bytes)],
      ...(connections ? [[t('system.database.connections'), t('system.database.used', connections)] as const] : []),
      [t('system.database.schema'), schema ? moment(schema) : t('system.none')],
    ],
    disk: ({ folder, free_bytes, bytes: total }: Value<System['disk']>): Fact[] => [
      [t('system.files.folder'), folder],
      [t('system.files.free'), t('system.files.freeOf', { free: bytes(free_bytes), total: bytes(total) })],
    ],
    files: ({ kind, place, error }: System['files']): Fact[] => [
      [t('system.files.place'), `${t(`system.files.kinds.${kind}`)} ${place}`],
      [t('system.files.state'), error ?? t('system.answers')],
    ],
    stored: ({ pictures, bytes: size }: Value<System['files']['stored']>): Fact[] => [
      [t('system.files.pictures'), t('system.files.stored', { number: number(pictures), size: bytes(size) })],
    ],
    mail: ({ kind, place, sender, error }: System['mail']): Fact[] => [
      [t('system.mail.way'), kind === 'smtp' ? place : t('system.mail.outbox', { place })],
      [t('system.mail.sender'), sender],
      [t('system.mail.state'), kind === 'outbox' ? t('system.mail.noServer') : (error ?? t('system.answers'))],
    ],
    queue: ({ runs, due, next_at }: Value<System['queue']>): Fact[] => [
      [t('system.queue.running'), number(runs.filter(run => !run.is_waiting).length)],
      [t('system.queue.waiting'), number(runs.filter(run => run.is_waiting).length)],
      [t('system.queue.due'), number(due)],
      [t('system.queue.next'), next_at ? moment(next_at) : t('system.none')],
    ],
  };
};

const useRows = () => {
  const t = useT();
  const { number, moment, recent } = useFormats();
  const { bytes, duration } = useMeasures();
  const describeOutcome = ({ status, progress, is_waiting }: SystemRun): string =>
    is_waiting ? t('system.runs.waiting') : t(`system.runs.statuses.${status}`, { progress: number(progress) });
  return {
    process: ({ host, pid, build, roles, runs, ...process }: SystemProcess, read: string) => ({
      server: `${host}, ${pid}`,
      build: process.is_outdated ? `${build}, ${t('system.processes.outdated')}` : build,
      roles: roles.map(role => (isRole(role) ? t(`system.processes.roleNames.${role}`) : role)).join(', '),
      startedAt: moment(process.started_at),
      seenAt: process.is_alive
        ? duration(Math.max(0, +new Date(read) - +new Date(process.seen_at)))
        : recent(process.seen_at),
      memory: bytes(process.memory_bytes),
      busy: t('system.processes.percent', { number: number(process.busy * 100, 0) }),
      runs: runs.length > 0 ? runs.map(id => `№ ${id}`).join(', ') : '',
      state: t(process.is_alive ? 'system.processes.alive' : 'system.processes.silent'),
    }),
    run: (run: SystemRun, read: string) => ({
      title: t(`system.runs.kinds.${run.kind}`, { id: run.id }),
      startedAt: moment(run.started_at),
      took: duration(+new Date(run.finished_at ?? read) - +new Date(run.started_at)),
      outcome: describeOutcome(run),
    }),
    setting: ({ value, is_set }: SystemSetting): string => {
      if (value === null) return t(is_set ? 'system.settings.secret' : 'system.settings.unset');
      if (value === '') return t('system.settings.unset');
      return is_set ? value : t('system.settings.byDefault', { value });
    },
  };
};

const isRole = (role: string): role is 'web' | 'worker' => role === 'web' || role === 'worker';
