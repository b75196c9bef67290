import CloseIcon from '@mui/icons-material/Close';
import PreviousIcon from '@mui/icons-material/NavigateBefore';
import NextIcon from '@mui/icons-material/NavigateNext';
import StarIcon from '@mui/icons-material/Star';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import type { Image } from '#contract/images.ts';
import type { RecordRef } from '#providers/cache/images.ts';
import { useUploadStore } from '#providers/http/uploads.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { FullScreenDialog } from '#ui/FullScreenDialog.tsx';
import { useFormats } from '../engine/format.ts';
import { type AltDraft, AltFields } from './AltFields.tsx';
import styles from './ImageViewer.module.css';
import { PictureChoice } from './PictureChoice.tsx';
import type { ImageActions } from './useImageActions.ts';

interface ImageViewerProps {
  owner: RecordRef;
  images: readonly Image[];
  image: Image;
  actions: ImageActions;
  onShow: (id: number) => void;
  onRemove: () => void;
  onClose: () => void;
}

export const ImageViewer = (props: ImageViewerProps) => {
  const { images, image, actions, onShow, onRemove, onClose } = props;
  const t = useT();
  const draft = useRef<AltDraft>(null);
  const index = images.findIndex(({ id }) => id === image.id);
  /** Closes or switches to another image only after unsaved texts have been stored, so that no text is lost. */
  const leave = async (navigate: () => void) => {
    if ((await draft.current?.keep()) ?? true) navigate();
  };
  const step = (delta: number) => {
    const next = images[index + delta];
    if (next) void leave(() => onShow(next.id));
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    if (event.key === 'ArrowLeft') step(-1);
    else if (event.key === 'ArrowRight') step(1);
    else if (event.key === 'Delete') onRemove();
  };
  return (
    <FullScreenDialog
      label={t('gallery.viewer')}
      onClose={() => void leave(onClose)}
      onKeyDown={handleKeyDown}
      className={styles['viewer']}
    >
      <LargePicture image={image}>
        <StepButton label={t('gallery.previous')} isDisabled={index === 0} onPress={() => step(-1)}>
          <PreviousIcon />
        </StepButton>
        <StepButton label={t('gallery.next')} isDisabled={index === images.length - 1} onPress={() => step(1)}>
          <NextIcon />
        </StepButton>
      </LargePicture>
      <aside className={styles['side']}>
        <header>
          <p>{t('gallery.position', { at: index + 1, of: images.length })}</p>
          <IconButton autoFocus aria-label={t('shell.close')} onClick={() => void leave(onClose)}>
            <CloseIcon fontSize="small" />
          </IconButton>
        </header>
        <ImageFacts image={image} />
        <AltFields key={image.id} image={image} draft={draft} onSave={alt => actions.describe(image.id, alt)} />
        <ViewerActions {...props} />
      </aside>
    </FullScreenDialog>
  );
};

const LargePicture = ({ image, children }: { image: Image; children: ReactNode }) => {
  const { getUrl } = useApi();
  const alt = Object.values(image.alt)[0] ?? image.file_name;
  return (
    <div className={styles['stage']}>
      <img
        key={image.id}
        src={getUrl(image.addresses.large)}
        alt={alt}
        width={image.width}
        height={image.height}
        decoding="async"
      />
      {children}
    </div>
  );
};

interface StepButtonProps {
  label: string;
  isDisabled: boolean;
  onPress: () => void;
  children: ReactNode;
}

const StepButton = ({ label, isDisabled, onPress, children }: StepButtonProps) => (
  <IconButton className={styles['step'] ?? ''} aria-label={label} disabled={isDisabled} onClick={onPress}>
    {children}
  </IconButton>
);

const ImageFacts = ({ image }: { image: Image }) => {
  const t = useT();
  const formats = useFormats();
  const { width, height, bytes, file_name, is_main } = image;
  return (
    <div className={styles['facts']}>
      <h2>{file_name}</h2>
      <p>{t('gallery.pixels', { width, height, megabytes: formats.number(Math.max(bytes / 2 ** 20, 0.1), 1) })}</p>
      {is_main && (
        <p>
          <StarIcon />
          {t('gallery.main')}
        </p>
      )}
    </div>
  );
};

const ViewerActions = ({ owner, image, actions, onRemove, onClose }: ImageViewerProps) => {
  const t = useT();
  const { getUrl } = useApi();
  const { add } = useUploadStore();
  const replace = (file: File | undefined) => {
    if (!file) return;
    add(owner, [file], image.id);
    onClose();
  };
  return (
    <div className={styles['actions']}>
      {!image.is_main && (
        <Button variant="outlined" onClick={() => void actions.makeMain(image.id)}>
          {t('gallery.makeMain')}
        </Button>
      )}
      <PictureChoice onChoose={([file]) => replace(file)}>
        {choose => (
          <Button variant="outlined" onClick={choose}>
            {t('gallery.replace')}
          </Button>
        )}
      </PictureChoice>
      <Button variant="outlined" component="a" href={getUrl(image.addresses.full)} download={image.file_name}>
        {t('gallery.download')}
      </Button>
      <Button variant="outlined" onClick={onRemove}>
        {t('gallery.remove')}
      </Button>
    </div>
  );
};
