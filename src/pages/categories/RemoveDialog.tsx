import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { endpoints } from '#contract/endpoints.ts';
import { useApi } from '#providers/ApiContext.tsx';
import { useT } from '#providers/i18nProvider.ts';
import { useFormats } from '#resources/schema/format.ts';
import type { TreeState } from '#resources/schema/tree/useTree.ts';
import { Button } from '#resources/schema/ui/Button.tsx';
import styles from './Categories.module.css';
import { countOf, type Draft, type Drafts } from './drafts.ts';
import type { TreeEdits } from './useTreeEdits.ts';

interface RemoveDialogProps {
  edits: TreeEdits;
  tree: TreeState<Draft>;
  platform: string;
}

/** The question before a category is deleted: how many nested ones and how many models it concerns. */
export const RemoveDialog = ({ edits, tree, platform }: RemoveDialogProps) => {
  const t = useT();
  const { number } = useFormats();
  const node = tree.index.nodes.get(edits.removing ?? 0);
  const models = useLinkedModels(platform, node ? [node] : []);
  if (!node) return null;
  const nested = countOf(node.children);
  const counted = (count: number) => ({ smart_count: count, number: number(count) });
  return (
    <Dialog open onClose={edits.keep}>
      <DialogTitle>{t('categoryEditor.removeTitle', { name: node.name })}</DialogTitle>
      <DialogContent className={styles['question'] ?? ''}>
        <p>{nested === 0 ? t('categoryEditor.removeAlone') : t('categoryEditor.removeNested', counted(nested))}</p>
        <p aria-busy={models === undefined}>
          {models === undefined
            ? t('shell.loading')
            : models === 0
              ? t('categoryEditor.removeNoModels')
              : t('categoryEditor.removeModels', counted(models))}
        </p>
        <p>{t('categoryEditor.removeStaged')}</p>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" autoFocus onClick={edits.keep}>
          {t('shell.cancel')}
        </Button>
        <Button variant="contained" color="error" onClick={edits.remove}>
          {t('categoryEditor.remove')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

/** How many models are linked to any of these categories or their nested ones, each counted once; undefined until it is known. */
const useLinkedModels = (platform: string, drafts: Drafts): number | undefined => {
  const api = useApi();
  const ids = savedIn(drafts);
  const { data } = useQuery({
    queryKey: ['categories', platform, 'linked', ids],
    queryFn: ({ signal }) => api(endpoints.categories.linked, { params: { platform }, body: { ids }, signal }),
    enabled: ids.length > 0,
    staleTime: 0,
  });
  return ids.length === 0 ? 0 : data?.models;
};

const savedIn = (drafts: Drafts): number[] =>
  drafts.flatMap(({ id, children }) => [...(id > 0 ? [id] : []), ...savedIn(children)]);
