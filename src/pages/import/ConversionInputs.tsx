import CloseIcon from '@mui/icons-material/Close';
import { useT } from '#providers/locale/i18nProvider.ts';
import { IconButton } from '#ui/Button.tsx';
import { Select } from '#ui/Select.tsx';
import { TextField } from '#ui/TextField.tsx';
import styles from './ColumnDialog.module.css';
import { parseStep, type StepDraft, stepInputs } from './conversionSteps.ts';

interface StepInputsProps {
  step: StepDraft;
  onChange: (step: StepDraft) => void;
  onDrop: () => void;
}

/** The inputs of one conversion, each with its own error. */
export const ConversionInputs = ({ step, onChange, onDrop }: StepInputsProps) => {
  const t = useT();
  const parsedStep = parseStep(step);
  const invalidInputs = 'invalidInputs' in parsedStep ? parsedStep.invalidInputs : [];
  const title = t(`importPage.steps.kinds.${step.kind}`);
  const type = (name: string, text: string) =>
    onChange({ ...step, textByInput: { ...step.textByInput, [name]: text } });
  return (
    <div role="group" aria-label={title} className={styles['step']}>
      <strong>{title}</strong>
      <IconButton aria-label={t('importPage.steps.drop', { step: title })} onClick={onDrop}>
        <CloseIcon fontSize="small" />
      </IconButton>
      {stepInputs[step.kind].map(({ name, choices, isNumber }) =>
        choices ? (
          <Select
            key={name}
            label={t(`importPage.steps.inputs.${name}`)}
            value={step.textByInput[name] ?? ''}
            choices={choices.map(value => [value, t(`importPage.steps.choices.${choiceName(value)}`)] as const)}
            onChange={({ target }) => type(name, target.value)}
          />
        ) : (
          <TextField
            key={name}
            label={t(`importPage.steps.inputs.${name}`)}
            inputMode={isNumber ? 'decimal' : 'text'}
            value={step.textByInput[name] ?? ''}
            error={invalidInputs.includes(name)}
            helperText={invalidInputs.includes(name) && t(`importPage.steps.faults.${name as StepInputName}`)}
            onChange={({ target }) => type(name, target.value)}
          />
        ),
      )}
    </div>
  );
};

type StepInputName = 'separator' | 'at' | 'currency' | 'rate' | 'percent' | 'by';

const choiceNames = {
  ',': 'comma',
  '.': 'point',
  g: 'g',
  kg: 'kg',
  t: 't',
  dmy: 'dmy',
  mdy: 'mdy',
  ymd: 'ymd',
} as const;
const choiceName = (value: string) => choiceNames[value as keyof typeof choiceNames];
