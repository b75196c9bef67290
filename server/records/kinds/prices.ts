import { money } from '#contract/kinds.ts';
import { exporting } from '#i18n/ru/exporting.ts';
import { translator } from '#i18n/translate.ts';
import { stored } from '../kind.ts';

const translate = translator('ru', exporting);

export const prices = stored('prices', {
  storage: 'pairs',
  // One column per project, because a cell holds a single amount.
  parts: (name, { slug }, projects) =>
    projects.map(project => [
      `${name}.${project.code}`,
      {
        ...money(),
        project: project.id,
        ...(slug && { slug }),
        label: translate('priceIn', { project: project.name }),
      },
    ]),
});
