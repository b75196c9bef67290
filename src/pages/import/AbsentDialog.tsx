import type { PreparedImport } from '#contract/preparing.ts';
import { useAbsentProducts } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useRecordPath } from '#resources/form/editorPaths.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { NewWindowLink } from '#ui/NewWindowLink.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { Table } from '#ui/Table.tsx';

/** Lists the expected products that are missing from the table. */
export const AbsentDialog = ({ preparedImport, onClose }: { preparedImport: PreparedImport; onClose: () => void }) => {
  const t = useT();
  const getRecordPath = useRecordPath();
  const { products, error, retry, more } = useAbsentProducts(preparedImport);
  const [sku, barcode] = [t('importPage.prepared.absent.sku'), t('importPage.prepared.absent.barcode')];
  return (
    <Dialog title={t('importPage.prepared.absent.title')} size="medium" onClose={onClose} isQuestion>
      {!products && Boolean(error) && <ReadError error={error} onRetry={retry} />}
      {products && (
        <Table label={t('importPage.prepared.absent.title')} isStacked>
          <thead>
            <tr>
              <th scope="col">{t('importPage.prepared.absent.name')}</th>
              <th scope="col">{sku}</th>
              <th scope="col">{barcode}</th>
            </tr>
          </thead>
          <tbody>
            {products.map(product => (
              <tr key={product.id}>
                <th scope="row">
                  <NewWindowLink to={getRecordPath('nomenclature', product.id)}>{product.name}</NewWindowLink>
                </th>
                <td data-label={sku}>{product.sku ?? '—'}</td>
                <td data-label={barcode}>{product.barcode ?? '—'}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {more && (
        <Button loading={more.isReading} onClick={more.read}>
          {t('importPage.prepared.absent.more')}
        </Button>
      )}
    </Dialog>
  );
};
