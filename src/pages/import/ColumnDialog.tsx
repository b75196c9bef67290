import CloseIcon from '@mui/icons-material/Close';
import { type ReactNode, useState } from 'react';
import type { ColumnRule, ColumnSource, Conversion } from '#contract/importMapping.ts';
import type { ImportField } from '#contract/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { Combobox } from '#ui/combobox/Combobox.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import styles from './ColumnDialog.module.css';
import { ConversionInputs } from './ConversionInputs.tsx';
import { formatHeadings } from './columnRules.ts';
import { createStep, listSteps, parseStep, type StepDraft, type StepKind, toStepDraft } from './conversionSteps.ts';
import { FieldPicker } from './FieldPicker.tsx';
import { formatSource, isSameSource } from './fileColumns.ts';

interface ColumnDialogProps {
  fields: readonly ImportField[];
  rule: ColumnRule;
  /** All columns of the file, for joining. */
  sources: readonly ColumnSource[];
  free: readonly ImportField[];
  /** The proposed conversions by field, derived from the heading. */
  conversionsAs: Readonly<Record<string, Conversion[]>>;
  /** Shows what the rule makes of the first rows, if there is a table. */
  renderTrial?: (rule: ColumnRule) => ReactNode;
  /** Resolves to null after a failure, for which a notice was shown. */
  onApply: (rule: ColumnRule) => Promise<object | null>;
  /** Adds another field that is read from the same column. */
  onAnother?: (() => void) | undefined;
  onClose: () => void;
}

/**
 * Edits the rule for a field: which columns are joined and how the text is converted, with a preview of the first rows.
 */
export const ColumnDialog = (props: ColumnDialogProps) => {
  const { fields, sources, free, renderTrial, onApply, onAnother, onClose } = props;
  const t = useT();
  const draft = useRuleDraft(props);
  const [isApplying, setApplying] = useState(false);
  const applyRule = async (next: () => void) => {
    if (!draft.rule) return;
    setApplying(true);
    const appliedChanges = await onApply(draft.rule);
    setApplying(false);
    if (appliedChanges) next();
  };
  return (
    <Dialog
      title={t('importPage.steps.title', { header: formatHeadings(props.rule) })}
      size="large"
      onClose={isApplying ? undefined : onClose}
      actions={
        onAnother && (
          <Button
            disabled={isApplying || (draft.isChanged && !draft.rule)}
            // Keeps the user's choice for this field.
            onClick={() => (draft.isChanged ? void applyRule(onAnother) : onAnother())}
          >
            {t('importPage.steps.another')}
          </Button>
        )
      }
      action={
        <Button variant="contained" disabled={!draft.rule} loading={isApplying} onClick={() => void applyRule(onClose)}>
          {t('importPage.steps.apply')}
        </Button>
      }
    >
      <div className={styles['column']}>
        <FieldPicker
          label={t('importPage.columns.field')}
          isLabelShown
          fields={fields}
          free={free}
          chosenField={draft.field}
          onChoose={draft.chooseField}
        />
        <JoinedColumns chosenSources={draft.sources} sources={sources} onChange={draft.setSources} />
        <Conversions {...draft} />
        {renderTrial?.(draft.lastRule)}
      </div>
    </Dialog>
  );
};

type ConversionsProps = Pick<ReturnType<typeof useRuleDraft>, 'steps' | 'offered' | 'setSteps'>;

const Conversions = ({ steps, offered, setSteps }: ConversionsProps) => {
  const t = useT();
  return (
    <>
      {steps.map((step, index) => (
        <ConversionInputs
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no identity but their place
          key={`${index} ${step.kind}`}
          step={step}
          onChange={next => setSteps(steps.with(index, next))}
          onDrop={() => setSteps(steps.toSpliced(index, 1))}
        />
      ))}
      {offered.length > 0 && (
        <Combobox<StepKind>
          label={t('importPage.steps.add')}
          options={offered}
          selectedValues={[]}
          clearOnSelect
          openOnFocus
          getOptionLabel={kind => t(`importPage.steps.kinds.${kind}`)}
          onChoose={kinds => setSteps([...steps, ...kinds.map(createStep)])}
        />
      )}
    </>
  );
};

/** The rule as typed. Null while an input is invalid; the preview then keeps showing the last valid rule. */
const useRuleDraft = ({ rule, fields, conversionsAs }: ColumnDialogProps) => {
  const [field, setField] = useState(rule.field);
  const [sources, setSources] = useState(rule.sources);
  const [steps, setSteps] = useState<readonly StepDraft[]>(() => rule.conversions.map(toStepDraft));
  const conversions = steps.flatMap(step => {
    const parsedStep = parseStep(step);
    return 'conversion' in parsedStep ? [parsedStep.conversion] : [];
  });
  const isComplete = conversions.length === steps.length;
  const current = { ...rule, field, sources, conversions };
  const [lastRule, setLastRule] = useState(current);
  if (isComplete && JSON.stringify(lastRule) !== JSON.stringify(current)) setLastRule(current);
  const fieldOption = fields.find(({ name }) => name === field);
  return {
    field,
    sources,
    steps,
    offered: fieldOption && steps.length < MAX_STEPS ? listSteps(fieldOption) : [],
    rule: isComplete && field !== null ? current : null,
    isChanged: !isComplete || JSON.stringify(current) !== JSON.stringify(rule),
    lastRule,
    setSources,
    setSteps,
    chooseField: (name: string | null) => {
      setField(name);
      if (steps.length === 0) setSteps((conversionsAs[name ?? ''] ?? []).map(toStepDraft));
    },
  };
};

const MAX_STEPS = 10;
const MAX_SOURCES = 10;

interface JoinedColumnsProps {
  chosenSources: ColumnSource[];
  sources: readonly ColumnSource[];
  onChange: (chosenSources: ColumnSource[]) => void;
}

const JoinedColumns = ({ chosenSources, sources, onChange }: JoinedColumnsProps) => {
  const t = useT();
  const others = sources.filter(source => !chosenSources.some(isSameSource(source)));
  return (
    <div className={styles['joined']}>
      {chosenSources.length > 1 && (
        <ul aria-label={t('importPage.steps.joined')}>
          {chosenSources.map(source => (
            <li key={formatSource(source)}>
              {source.header}
              <IconButton
                aria-label={t('importPage.steps.separate', { header: source.header })}
                onClick={() => onChange(chosenSources.filter(headerSource => headerSource !== source))}
              >
                <CloseIcon fontSize="small" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && chosenSources.length < MAX_SOURCES && (
        <Combobox
          label={t('importPage.steps.join')}
          options={others}
          selectedValues={[]}
          clearOnSelect
          openOnFocus
          getOptionLabel={({ header }) => header}
          getOptionKey={formatSource}
          onChoose={addedSources => onChange([...chosenSources, ...addedSources])}
        />
      )}
    </div>
  );
};
