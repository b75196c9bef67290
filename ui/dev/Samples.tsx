import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { useState } from 'react';
import { BottomBar } from '../BottomBar.tsx';
import { Button, IconButton, LinkButton, Pressable } from '../Button.tsx';
import { Checkbox, CheckboxInput } from '../Checkbox.tsx';
import { Combobox } from '../combobox/Combobox.tsx';
import { SearchBox } from '../combobox/SearchBox.tsx';
import { Dialog, Question } from '../Dialog.tsx';
import { DownloadButton } from '../DownloadButton.tsx';
import { DragGrip } from '../DragGrip.tsx';
import { Drawer } from '../Drawer.tsx';
import { FilePicker } from '../FilePicker.tsx';
import { FullScreenDialog } from '../FullScreenDialog.tsx';
import { HighlightedText } from '../HighlightedText.tsx';
import { InlineField } from '../InlineField.tsx';
import { Menu, MenuDivider, MenuItem, MenuNote, MenuTitle } from '../Menu.tsx';
import { NewWindowLink } from '../NewWindowLink.tsx';
import { Notice, type NoticeKind } from '../Notice.tsx';
import { Page } from '../Page.tsx';
import { Popover } from '../Popover.tsx';
import { SearchField } from '../SearchField.tsx';
import { SecretField } from '../SecretField.tsx';
import { SegmentedControl } from '../SegmentedControl.tsx';
import { Select } from '../Select.tsx';
import { Tabs } from '../Tabs.tsx';
import { TextField } from '../TextField.tsx';
import { DataSamples } from './DataSamples.tsx';
import styles from './Dev.module.css';
import { Sample } from './Sample.tsx';
import { sampleMessages } from './words.ts';

const sampleBrands = ['Простоквашино', 'Савушкин', 'Домик в деревне', 'Вкуснотеево', 'Своя полка'];
const noticeKinds: readonly NoticeKind[] = ['info', 'success', 'warning', 'error'];

export const Samples = () => (
  <Page
    title="ui"
    description={sampleMessages.text}
    actions={<Button variant="contained">{sampleMessages.main}</Button>}
  >
    <div className={styles['samples']}>
      <Buttons />
      <Fields />
      <Choices />
      <Overlays />
      <Sample of="Notice">
        {noticeKinds.map(kind => (
          <Notice key={kind} kind={kind} actions={<Button variant="outlined">{sampleMessages.other}</Button>}>
            {sampleMessages.text}
          </Notice>
        ))}
        {noticeKinds.map(kind => (
          <Notice key={kind} kind={kind} isFloating onClose={() => undefined}>
            {sampleMessages.text}
          </Notice>
        ))}
      </Sample>
      <Sample of="Tabs">
        <Tabs
          label="tabs"
          tabs={[
            { to: '/', name: sampleMessages.name },
            { to: '/b', name: sampleMessages.brand },
          ]}
        />
      </Sample>
      <DataSamples />
    </div>
    <BottomBar label="BottomBar" description={sampleMessages.text}>
      <Button>{sampleMessages.quiet}</Button>
      <Button variant="contained">{sampleMessages.main}</Button>
    </BottomBar>
  </Page>
);

const Buttons = () => (
  <Sample of="Button, IconButton, LinkButton, NewWindowLink, Pressable, DownloadButton, FilePicker, DragGrip">
    <Button variant="contained">{sampleMessages.main}</Button>
    <Button variant="outlined" startIcon={<AddIcon fontSize="small" />}>
      {sampleMessages.other}
    </Button>
    <Button>{sampleMessages.quiet}</Button>
    <Button variant="contained" loading>
      {sampleMessages.main}
    </Button>
    <Button variant="outlined" disabled>
      {sampleMessages.other}
    </Button>
    <IconButton aria-label={sampleMessages.title}>
      <DeleteIcon fontSize="small" />
    </IconButton>
    <LinkButton>{sampleMessages.name}</LinkButton>
    <NewWindowLink to="/">{sampleMessages.name}</NewWindowLink>
    <Pressable>{sampleMessages.text}</Pressable>
    <FilePicker label={sampleMessages.file} accept=".csv" onChoose={() => undefined}>
      {choose => (
        <Button variant="outlined" onClick={choose}>
          {sampleMessages.file}
        </Button>
      )}
    </FilePicker>
    <DownloadButton download={neverDownloads} spareName="sample.xlsx">
      {sampleMessages.file}
    </DownloadButton>
    <DragGrip aria-label={sampleMessages.name} />
  </Sample>
);

/** There is no server on this page. */
const neverDownloads = () => new Promise<never>(() => undefined);

const Fields = () => {
  const [brand, setBrand] = useState<string[]>(['Савушкин']);
  const [brands, setBrands] = useState(sampleBrands.slice(0, 2));
  const [search, setSearch] = useState('');
  const [name, setName] = useState('Латте 0,3');
  const combobox = { options: sampleBrands, getOptionLabel: (name: string) => name };
  return (
    <Sample of="TextField, SearchField, SearchBox, Select, Combobox, InlineField, SecretField">
      <TextField label={sampleMessages.name} />
      <TextField label={sampleMessages.name} defaultValue="Латте 0,3" required />
      <TextField label={sampleMessages.name} error helperText={sampleMessages.text} />
      <TextField label={sampleMessages.name} defaultValue="Латте" disabled />
      <TextField label={sampleMessages.name} lines={[2, 6]} />
      <Select
        label={sampleMessages.status}
        defaultValue="a"
        choices={[
          ['a', sampleMessages.status],
          ['b', sampleMessages.brand],
        ]}
      />
      <Combobox {...combobox} label={sampleMessages.brand} selectedValues={brand} onChoose={setBrand} />
      <Combobox {...combobox} label={sampleMessages.allergens} multiple selectedValues={brands} onChoose={setBrands} />
      <SearchField value={search} onSearch={setSearch} isInner />
      <SearchBoxSample />
      <InlineField
        label={sampleMessages.name}
        value={name}
        maxLength={255}
        onType={setName}
        onCommit={() => undefined}
        onCancel={() => undefined}
      />
      <SecretField label={sampleMessages.name} text="k9f2-0a71-77bd" />
    </Sample>
  );
};

const SearchBoxSample = () => {
  const [text, setText] = useState('');
  const [isInList, setInList] = useState(false);
  const hits = sampleBrands.filter(brand => brand.toLowerCase().includes(text.toLowerCase()));
  return (
    <SearchBox
      label={sampleMessages.brand}
      placeholder={sampleMessages.brand}
      text={text}
      onTextChange={setText}
      hits={hits}
      getGroup={() => sampleMessages.brand}
      getKey={brand => brand}
      nameOf={brand => brand}
      renderHit={brand => <HighlightedText text={brand} query={text} />}
      renderGroup={group => group}
      loading={false}
      onChoose={setText}
      onEnter={() => setInList(true)}
      onLeave={() => setInList(false)}
      isInList={isInList}
    />
  );
};

const Choices = () => {
  const [variant, setVariant] = useState<'a' | 'b'>('a');
  return (
    <Sample of="Checkbox, CheckboxInput, SegmentedControl">
      <Checkbox label={sampleMessages.flag} defaultChecked />
      <Checkbox label={sampleMessages.flag} hint={sampleMessages.hint} isPartial />
      <Checkbox label={sampleMessages.flag} disabled />
      <Checkbox label={sampleMessages.flag} type="radio" name="flag" defaultChecked />
      <CheckboxInput aria-label={sampleMessages.flag} />
      <SegmentedControl
        label={sampleMessages.status}
        value={variant}
        choices={[
          ['a', sampleMessages.name],
          ['b', sampleMessages.brand],
        ]}
        onChoose={setVariant}
      />
    </Sample>
  );
};

const Overlays = () => {
  const [open, setOpen] = useState<'question' | 'dialog' | 'drawer' | 'full' | null>(null);
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const [popover, setPopover] = useState<HTMLElement | null>(null);
  const close = () => setOpen(null);
  const parts = {
    question: 'Question',
    dialog: 'Dialog',
    drawer: 'Drawer',
    full: 'FullScreenDialog',
    menu: 'Menu',
    popover: 'Popover',
  };
  return (
    <Sample of="Dialog, Question, Drawer, FullScreenDialog, Menu, MenuItem, Popover">
      {(['question', 'dialog', 'drawer', 'full'] as const).map(part => (
        <Button key={part} variant="outlined" onClick={() => setOpen(part)}>
          {parts[part]}
        </Button>
      ))}
      <Button variant="outlined" onClick={event => setMenu(event.currentTarget)}>
        {parts.menu}
      </Button>
      <Button variant="outlined" onClick={event => setPopover(event.currentTarget)}>
        {parts.popover}
      </Button>
      <Menu anchor={menu} onClose={() => setMenu(null)}>
        <MenuNote>{sampleMessages.name}</MenuNote>
        <MenuDivider />
        <MenuTitle>{sampleMessages.status}</MenuTitle>
        <MenuItem isChosen onClick={() => setMenu(null)}>
          {sampleMessages.brand}
        </MenuItem>
        <MenuItem icon={DeleteIcon} onClick={() => setMenu(null)}>
          {sampleMessages.quiet}
        </MenuItem>
      </Menu>
      <Popover label={sampleMessages.brand} anchor={popover} onClose={() => setPopover(null)}>
        <p>{sampleMessages.text}</p>
      </Popover>
      {open === 'question' && (
        <Question title={sampleMessages.title} confirm={sampleMessages.main} onConfirm={close} onClose={close}>
          {sampleMessages.text}
        </Question>
      )}
      {open === 'dialog' && (
        <Dialog title={sampleMessages.name} size="medium" onClose={close}>
          <TextField label={sampleMessages.name} autoFocus />
        </Dialog>
      )}
      {open === 'drawer' && (
        <Drawer title={sampleMessages.name} onClose={close}>
          <p>{sampleMessages.text}</p>
        </Drawer>
      )}
      {open === 'full' && <FullScreenSample onClose={close} />}
    </Sample>
  );
};

const FullScreenSample = ({ onClose }: { onClose: () => void }) => (
  <FullScreenDialog label={sampleMessages.name} onClose={onClose} onKeyDown={onClose}>
    <Button onClick={onClose}>{sampleMessages.quiet}</Button>
  </FullScreenDialog>
);
