import { useState } from 'react';
import { Link } from 'react-router-dom';
import { endpoints } from '#contract/endpoints.ts';
import type { SyncProject } from '#contract/synchronization.ts';
import type { MessageKey } from '#i18n/translate.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import { useFormats } from '#resources/engine/format.ts';
import { LinkButton } from '#ui/Button.tsx';
import { CheckboxInput } from '#ui/Checkbox.tsx';
import { Table } from '#ui/Table.tsx';
import { KeyDialog } from './KeyDialog.tsx';
import { PublicationCauseText } from './PublicationCauseText.tsx';
import styles from './Synchronization.module.css';

interface ProjectsProps {
  projects: readonly SyncProject[];
  /**
   * Stores which projects are excluded rather than included, so that all projects, even new ones, are included by
   * default.
   */
  unpickedIds: ReadonlySet<number>;
  onPick: (unpickedIds: ReadonlySet<number>) => void;
  isBusy: boolean;
}

export const Projects = ({ projects, unpickedIds, onPick, isBusy }: ProjectsProps) => {
  const t = useT();
  const can = useCan();
  const [keyProjectId, setKeyProjectId] = useState<number | null>(null);
  const canOpen = can(endpoints.synchronization.makeKey.access);
  const picks = can(endpoints.synchronization.start.access) && {
    ...createProjectPicking(projects, unpickedIds, onPick),
    isBusy,
  };
  const openedProject = projects.find(({ id }) => id === keyProjectId);
  return (
    <>
      <Table isStacked className={styles['projects']} label={t('synchronization.projects')}>
        <thead>
          <tr>
            {picks && <SelectAllCell {...picks} />}
            <HeaderCells canOpen={canOpen} />
          </tr>
        </thead>
        <tbody>
          {projects.map(project => (
            <tr key={project.id}>
              {picks && <ProjectCheckbox project={project} {...picks} />}
              <ProjectFacts project={project} />
              {canOpen && <FeedKey project={project} onOpen={() => setKeyProjectId(project.id)} />}
            </tr>
          ))}
        </tbody>
      </Table>
      {openedProject && <KeyDialog project={openedProject} onClose={() => setKeyProjectId(null)} />}
    </>
  );
};

const createProjectPicking = (
  projects: readonly SyncProject[],
  unpickedIds: ReadonlySet<number>,
  onPick: (unpickedIds: ReadonlySet<number>) => void,
) => {
  const all = projects.map(({ id }) => id);
  return {
    all,
    picked: new Set(all.filter(id => !unpickedIds.has(id))),
    pick: (ids: readonly number[], isPicked: boolean) => {
      const others = [...unpickedIds].filter(id => !ids.includes(id));
      onPick(new Set(isPicked ? others : [...others, ...ids]));
    },
  };
};
type ProjectPicking = ReturnType<typeof createProjectPicking> & { isBusy: boolean };

const SelectAllCell = ({ all, picked, pick, isBusy }: ProjectPicking) => (
  <th scope="col" data-pick>
    <CheckboxInput
      aria-label={useT()('synchronization.pickAll')}
      disabled={isBusy}
      checked={picked.size === all.length}
      isPartial={picked.size > 0 && picked.size < all.length}
      onChange={event => pick(all, event.target.checked)}
    />
  </th>
);

const ProjectCheckbox = ({
  project: { id, name },
  picked,
  pick,
  isBusy,
}: ProjectPicking & { project: SyncProject }) => (
  <td data-pick>
    <CheckboxInput
      aria-label={useT()('synchronization.pick', { name })}
      disabled={isBusy}
      checked={picked.has(id)}
      onChange={event => pick([id], event.target.checked)}
    />
  </td>
);

const FeedKey = ({ project, onOpen }: { project: SyncProject; onOpen: () => void }) => {
  const t = useT();
  const state = t(`synchronization.key.${project.has_key ? 'open' : 'closed'}`);
  return (
    <td data-label={t('synchronization.column.key')}>
      <LinkButton aria-label={t('synchronization.key.change', { state, name: project.name })} onClick={onOpen}>
        {state}
      </LinkButton>
    </td>
  );
};

const columnTitles: readonly (readonly [key: MessageKey, isNumeric: boolean])[] = [
  ['synchronization.column.project', false],
  ['synchronization.column.waiting', true],
  ['synchronization.column.failed', true],
  ['synchronization.column.items', true],
  ['synchronization.column.last', false],
];

const HeaderCells = ({ canOpen }: { canOpen: boolean }) => {
  const t = useT();
  return (
    <>
      {columnTitles.map(([key, isNumeric]) => (
        <th key={key} scope="col" data-numeric={isNumeric || undefined}>
          {t(key)}
        </th>
      ))}
      {canOpen && <th scope="col">{t('synchronization.column.key')}</th>}
    </>
  );
};

const ProjectFacts = ({
  project: { name, platform, waiting, cause, failed, items, last },
}: {
  project: SyncProject;
}) => {
  const t = useT();
  const formats = useFormats();
  const numbers = { waiting, failed, items };
  return (
    <>
      <th scope="row">
        {name} <small>{platform}</small>
      </th>
      {(['waiting', 'failed', 'items'] as const).map(column => (
        <td
          key={column}
          data-label={t(`synchronization.column.${column}`)}
          data-numeric
          data-column={column}
          data-some={numbers[column] > 0 || undefined}
        >
          {formats.number(numbers[column])}
          {column === 'waiting' && <PublicationCauseText cause={cause} />}
        </td>
      ))}
      <td data-label={t('synchronization.column.last')}>
        {last ? (
          <Link to={`?run=${last.run_id}`}>{formats.moment(last.at)}</Link>
        ) : (
          <span className={styles['muted']}>{t('synchronization.never')}</span>
        )}
      </td>
    </>
  );
};
