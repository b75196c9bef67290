import { countFoundImages, type ImageSummary, type PreparedImport } from '#contract/preparing.ts';
import { useChangeImageArchive } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { useFormats } from '#resources/engine/format.ts';
import { Button } from '#ui/Button.tsx';
import { FilePicker } from '#ui/FilePicker.tsx';
import preview from './Preview.module.css';

interface ImageSourcesProps {
  preparedImport: PreparedImport;
  disabled: boolean;
}

/**
 * The images that the table names, and the archive that they may come from. Shows nothing to users who may not add
 * images.
 */
export const ImageSources = ({ preparedImport, disabled }: ImageSourcesProps) => {
  const { image_archive: archive, images, fields } = preparedImport;
  if (!fields.some(({ name }) => name === 'images')) return null;
  return (
    <div className={preview['images']}>
      {images && countFoundImages(preparedImport) + images.missing > 0 && (
        <NamedImages images={images} hasArchive={archive !== null} />
      )}
      <ArchiveChoice preparedImport={preparedImport} disabled={disabled} />
    </div>
  );
};

interface NamedImagesProps {
  images: ImageSummary;
  hasArchive: boolean;
}

const NamedImages = ({ images, hasArchive }: NamedImagesProps) => {
  const { addresses, hosts, files, missing, missing_names } = images;
  const t = useT();
  const { number } = useFormats();
  const hostTexts = hosts.map(({ host, count }) => `${host} — ${number(count)}`).join(', ');
  const sources = [
    addresses > 0 && t('importPage.images.addresses', { number: number(addresses), hosts: hostTexts }),
    files > 0 && t('importPage.images.files', { number: number(files) }),
    missing > 0 && t(`importPage.images.${hasArchive ? 'missing' : 'noArchive'}`, { number: number(missing) }),
  ];
  const names = missing_names.slice(0, MAX_NAMES).map(name => t('shell.quoted', { name }));
  return (
    <div>
      <p>{t('importPage.images.named', { sources: sources.filter(Boolean).join('; ') })}</p>
      {missing > 0 && hasArchive && (
        <p>{t('importPage.images.missingNames', { names: names.join(', ') + (missing > names.length ? '…' : '') })}</p>
      )}
    </div>
  );
};

const MAX_NAMES = 5;

const ArchiveChoice = ({ preparedImport, disabled }: ImageSourcesProps) => {
  const { image_archive: archive } = preparedImport;
  const t = useT();
  const { number } = useFormats();
  const notifyError = useNotifyError();
  const changeMutation = useChangeImageArchive(preparedImport);
  const change = (file: File | null) => changeMutation.mutate(file, { onError: notifyError });
  const isBusy = disabled || changeMutation.isPending;
  const choose = t(archive ? 'importPage.images.replace' : 'importPage.images.add');
  return (
    <p>
      {archive && (
        <span>{t('importPage.images.archive', { name: archive.file_name, number: number(archive.files) })} </span>
      )}
      <FilePicker label={choose} name="archive" accept=".zip" onChoose={([file]) => file && change(file)}>
        {open => (
          <Button disabled={isBusy} loading={changeMutation.isPending} onClick={open}>
            {choose}
          </Button>
        )}
      </FilePicker>
      {archive && (
        <Button disabled={isBusy} onClick={() => change(null)}>
          {t('importPage.images.remove')}
        </Button>
      )}
    </p>
  );
};
