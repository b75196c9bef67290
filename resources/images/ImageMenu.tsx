import MoreIcon from '@mui/icons-material/MoreVert';
import { useState } from 'react';
import { useUploadStore } from '#providers/http/uploads.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { IconButton } from '#ui/Button.tsx';
import { Menu, MenuDivider, MenuItem } from '#ui/Menu.tsx';
import type { ImageCardProps } from './ImageCard.tsx';
import { PictureChoice } from './PictureChoice.tsx';

/** All actions on an image. They include moving it, because not every user can drag. */
export const ImageMenu = ({ owner, image, index, count, actions, move, onView, onRemove }: ImageCardProps) => {
  const t = useT();
  const { getUrl } = useApi();
  const { add } = useUploadStore();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { id, file_name: name } = image;
  const close = () => setAnchor(null);
  const choose = (action: () => void) => () => {
    close();
    action();
  };
  return (
    <PictureChoice onChoose={([file]) => file && add(owner, [file], id)}>
      {chooseFile => (
        <>
          <IconButton
            aria-label={t('gallery.actions', { name })}
            aria-haspopup="menu"
            aria-expanded={Boolean(anchor)}
            onClick={event => setAnchor(event.currentTarget)}
          >
            <MoreIcon fontSize="small" />
          </IconButton>
          <Menu anchor={anchor} onClose={close}>
            <MenuItem disabled={image.is_main} onClick={choose(() => void actions.makeMain(id))}>
              {t('gallery.makeMain')}
            </MenuItem>
            <MenuItem onClick={choose(() => onView(id))}>{t('gallery.describe')}</MenuItem>
            <MenuItem onClick={choose(chooseFile)}>{t('gallery.replace')}</MenuItem>
            <MenuItem download={{ address: getUrl(image.addresses.full), name }} onClick={close}>
              {t('gallery.download')}
            </MenuItem>
            <MenuDivider />
            <MenuItem disabled={index === 0} onClick={choose(() => move(id, 0))}>
              {t('gallery.moveFirst')}
            </MenuItem>
            <MenuItem disabled={index === 0} onClick={choose(() => move(id, index - 1))}>
              {t('gallery.moveBack')}
            </MenuItem>
            <MenuItem disabled={index === count - 1} onClick={choose(() => move(id, index + 1))}>
              {t('gallery.moveOn')}
            </MenuItem>
            <MenuDivider />
            <MenuItem onClick={choose(() => onRemove(id))}>{t('gallery.remove')}</MenuItem>
          </Menu>
        </>
      )}
    </PictureChoice>
  );
};
