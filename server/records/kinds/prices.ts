import { money } from '#contract/kinds.ts';
import { translateExport } from '../../translate.ts';
import { defineStoredKind } from '../kind.ts';

export const prices = defineStoredKind('prices', {
  storage: 'pairs',
  // One column per project, because a cell holds a single amount.
  parts: (name, { slug }, projects) =>
    projects.map(project => [
      `${name}.${project.code}`,
      {
        ...money(),
        project: project.id,
        ...(slug && { slug }),
        label: translateExport('priceIn', { project: project.name }),
      },
    ]),
});
