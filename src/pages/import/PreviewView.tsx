import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { type ImportPreview, previewLimits } from '#contract/importing.ts';
import type { ImportChoices } from '#providers/jobs/importing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { useRecordAddress } from '#resources/form/editorAddresses.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { PageActions } from '#ui/Page.tsx';
import { Progress } from '#ui/Progress.tsx';
import { Table } from '#ui/Table.tsx';
import { RunHead } from '../jobs/RunHead.tsx';
import { Choices } from './Choices.tsx';
import { ImportCounts } from './ImportCounts.tsx';
import { ImportLog } from './ImportLog.tsx';
import type { Failure, Starting } from './NewImport.tsx';
import preview from './Preview.module.css';

interface PreviewProps {
  preview: ImportPreview;
  choices: ImportChoices;
  onChoices: (choices: ImportChoices) => void;
  failure: Failure | null;
  starting: Starting;
}

export const PreviewView = ({ preview: seen, choices, onChoices, failure, starting }: PreviewProps) => {
  const t = useT();
  const { progress, isStarting, onStart, onLeave } = starting;
  const { counts } = seen;
  // The tables render after the rest, because their layout takes long.
  const parts = useDeferredValue(seen, null);
  const isIdle = counts.new + counts.changed === 0;
  return (
    <section className={preview['preview']} aria-label={t('importPage.preview.title')}>
      <Head seen={seen} />
      {isStarting && (
        <div>
          <p role="status">{progress.text}</p>
          <Progress value={progress.value} />
        </div>
      )}
      {failure && !isStarting && (
        <Notice kind="error">{[t('importPage.startFailed'), ...failure.texts].join('\n')}</Notice>
      )}
      <p>{t(isIdle ? 'importPage.preview.idle' : 'importPage.preview.about')}</p>
      <ImportCounts counts={counts} />
      <Choices seen={seen} choices={choices} onChoices={onChoices} disabled={isStarting} />
      <PageActions>
        <Button variant="outlined" disabled={isStarting && progress.value === null} onClick={onLeave}>
          {t('importPage.otherFile')}
        </Button>
        <Button variant="contained" disabled={isIdle} loading={isStarting} onClick={onStart}>
          {t('importPage.preview.start')}
        </Button>
      </PageActions>
      <Columns columns={seen.columns} />
      {parts && <Parts seen={parts} />}
    </section>
  );
};

const Parts = ({ seen }: { seen: ImportPreview }) => {
  const t = useT();
  const { counts, faults } = seen;
  return (
    <>
      {faults.length > 0 && (
        <Part
          title={t('importPage.preview.faults')}
          shown={faults.length}
          all={counts.faulty}
          limit={previewLimits.faults}
        >
          <ImportLog isStill log={faults.map((fault, at) => ({ ...fault, seq: at + 1, level: 'error' }))} />
        </Part>
      )}
      {seen.changes.length > 0 && (
        <Part
          title={t('importPage.preview.changes')}
          shown={seen.changes.length}
          all={counts.changed}
          limit={previewLimits.changes}
        >
          <Changes changes={seen.changes} />
        </Part>
      )}
      {seen.fresh.length > 0 && (
        <Part
          title={t('importPage.preview.fresh')}
          shown={seen.fresh.length}
          all={counts.new}
          limit={previewLimits.fresh}
        >
          <Fresh columns={seen.columns} rows={seen.fresh} />
        </Part>
      )}
    </>
  );
};

/** Receives the focus, because the file input that had it is gone. */
const Head = ({ seen }: { seen: ImportPreview }) => {
  const t = useT();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <RunHead subject={[seen.file_name, seen.sheet].filter(Boolean).join(', ')}>
      <h2 ref={heading} tabIndex={-1}>
        {t('importPage.preview.title')}
      </h2>
    </RunHead>
  );
};

const Columns = ({ columns }: Pick<ImportPreview, 'columns'>) => {
  const t = useT();
  return (
    <ul className={preview['columns']} aria-label={t('importPage.preview.columns')}>
      {columns.map(({ header, field }, at) => (
        <li key={at} data-unknown={!field || undefined}>
          {header}
          <small>{field ? (field === header ? '' : ` → ${field}`) : ` — ${t('importPage.preview.unknown')}`}</small>
        </li>
      ))}
    </ul>
  );
};

interface PartProps {
  title: string;
  shown: number;
  all: number;
  limit: number;
  children: React.ReactNode;
}

const Part = ({ title, shown, all, limit, children }: PartProps) => {
  const t = useT();
  const { number } = useFormats();
  return (
    <section className={preview['part']}>
      <h3>{title}</h3>
      {shown === limit && all > limit && (
        <p>{t('importPage.preview.first', { shown: number(shown), all: number(all) })}</p>
      )}
      {children}
    </section>
  );
};

/**
 * Rows rendered initially; more follow when the user scrolls near the end, because laying out all of them takes long.
 */
const DRAWN = 25;

interface ScrollProps<Row> {
  label: string;
  rows: readonly Row[];
  children: (drawn: readonly Row[]) => React.ReactNode;
}

const Scroll = <Row,>({ label, rows, children }: ScrollProps<Row>) => {
  const [drawn, draw] = useState(DRAWN);
  const drawMore = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: React.UIEvent) => {
    if (drawn < rows.length && scrollHeight - scrollTop < 2 * clientHeight) draw(drawn + DRAWN);
  };
  return (
    <Table region={label} onScroll={drawMore}>
      {children(rows.slice(0, drawn))}
    </Table>
  );
};

const Changes = ({ changes }: Pick<ImportPreview, 'changes'>) => {
  const t = useT();
  const addressOf = useRecordAddress();
  return (
    <Scroll label={t('importPage.preview.changes')} rows={changes}>
      {drawn => (
        <>
          <thead>
            <tr>
              <th scope="col">{t('importPage.preview.row')}</th>
              <th scope="col">{t('importPage.preview.product')}</th>
              <th scope="col">{t('importPage.preview.field')}</th>
              <th scope="col">{t('importPage.preview.before')}</th>
              <th scope="col">{t('importPage.preview.after')}</th>
            </tr>
          </thead>
          <tbody>
            {drawn.flatMap(({ row, id, name, fields }) =>
              fields.map(({ label, before, after }, at) => (
                <tr key={`${row} ${label}`}>
                  <td data-numeric>{at === 0 && row}</td>
                  <td>
                    {at === 0 && (
                      // In a new window, so that the preview and its options stay.
                      <a href={addressOf('nomenclature', id)} target="_blank" rel="noreferrer">
                        {name}
                      </a>
                    )}
                  </td>
                  <td>{label}</td>
                  <td>{before === null ? '—' : <del>{before}</del>}</td>
                  <td>{after === null ? '—' : <ins>{after}</ins>}</td>
                </tr>
              )),
            )}
          </tbody>
        </>
      )}
    </Scroll>
  );
};

const Fresh = ({ columns, rows }: { columns: ImportPreview['columns']; rows: ImportPreview['fresh'] }) => {
  const t = useT();
  const known = columns.filter(({ field }) => field);
  return (
    <Scroll label={t('importPage.preview.fresh')} rows={rows}>
      {drawn => (
        <>
          <thead>
            <tr>
              <th scope="col">{t('importPage.preview.row')}</th>
              {known.map(({ field }) => (
                <th key={field} scope="col">
                  {field}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {drawn.map(({ row, values }) => (
              <tr key={row}>
                <td data-numeric>{row}</td>
                {values.map((value, at) => (
                  <td key={known[at]?.field}>{value ?? '—'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </>
      )}
    </Scroll>
  );
};
