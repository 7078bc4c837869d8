import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import {
  type Group,
  type OneOf,
  type Range,
  type Setting,
  type SettingName,
  settingNames,
  settings,
} from '../core/settings';
import { languages, type Text } from '../core/text';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { themes } from '../design/themes';
import { Button } from '../ui/Button';
import { Choice } from '../ui/Choice';
import { Switch } from '../ui/Switch';
import classes from './SettingControls.module.css';
import * as texts from './texts';
import { nameOf } from './values';

/** The controls of all settings, in groups. */
export function SettingControls({ heading }: { heading: 'h2' | 'h3' }) {
  return (Object.keys(texts.groups) as Group[]).map((group) => <GroupOf key={group} group={group} heading={heading} />);
}

function GroupOf({ group, heading: Heading }: { group: Group; heading: 'h2' | 'h3' }) {
  const t = useText();
  const id = useId();
  const { title, lead }: { title: Text; lead?: Text } = texts.groups[group];
  return (
    <section className={classes.group} aria-labelledby={id}>
      <Heading id={id} className={classes.title}>
        {t(title)}
      </Heading>
      {lead && <p className="note">{t(lead)}</p>}
      {group === 'sound' && <Muted />}
      {settingNames
        .filter((name) => settings[name].group === group)
        .map((name) => (
          <Row key={name} name={name} />
        ))}
    </section>
  );
}

/** Says why no sound is heard. */
const Muted = observer(function Muted() {
  const t = useText();
  const { sound } = useRoot();
  if (sound.isOn || !sound.hasSounds) return null;
  return (
    <p className={classes.muted}>
      <span>{t(texts.muted)}</span>
      <Button kind="quiet" onClick={() => sound.toggle()}>
        {t(texts.unmute)}
      </Button>
    </p>
  );
});

/** The props of the control of one kind of setting. */
interface ControlProps<S extends Setting, Value> {
  id: string;
  name: SettingName;
  setting: S;
  value: Value;
  onChoose: (value: Value) => void;
}

/** A setting: its name, and the control of its kind. */
const Row = observer(function Row({ name }: { name: SettingName }) {
  const t = useText();
  const { settings: store, sound } = useRoot();
  const id = useId();
  const setting: Setting = settings[name];
  const { name: label, hint }: { name: Text; hint?: Text } = texts.words[name];
  const value = store.values[name];
  const onChoose = (chosen: string | number | boolean) => {
    store.choose({ [name]: chosen });
    if (setting.group === 'sound') void sound.sample(name !== 'mistakeSound');
  };
  const control = { id, name, onChoose };
  return (
    <div className={classes.row}>
      <div className={classes.name}>
        {setting.kind === 'oneOf' ? <span id={id}>{t(label)}</span> : <label htmlFor={id}>{t(label)}</label>}
        {hint && (
          <small id={hintId(id)} className="note">
            {t(hint)}
          </small>
        )}
      </div>
      {setting.kind === 'oneOf' && <Values {...control} setting={setting} value={value as string} />}
      {setting.kind === 'range' && <Slider {...control} setting={setting} value={value as number} />}
      {setting.kind === 'flag' && (
        <Switch id={id} isOn={value as boolean} aria-describedby={describedBy(id, name)} onChoose={onChoose} />
      )}
    </div>
  );
});

function Values({ id, name, setting, value, onChoose }: ControlProps<OneOf, string>) {
  const t = useText();
  const options = setting.values.map((each) => ({
    value: each,
    label: t(nameOf(name, each)),
    lang: (name === 'language' || name === 'textLanguage') && each in languages ? each : undefined,
    picture: name === 'theme' && each in themes && <Swatch theme={each} />,
  }));
  return (
    <Choice labelledBy={id} describedBy={describedBy(id, name)} options={options} chosen={value} onChoose={onChoose} />
  );
}

/** A theme in small: its ground, and three of its colors. */
function Swatch({ theme }: { theme: string }) {
  return (
    <span className={classes.swatch} data-theme={theme} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}

function Slider({ id, name, setting, value, onChoose }: ControlProps<Range, number>) {
  const t = useText();
  const { min, max, step } = setting;
  const shown = t(nameOf(name, value));
  return (
    <div className={classes.slider}>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={shown}
        aria-describedby={describedBy(id, name)}
        onChange={({ currentTarget }) => onChoose(currentTarget.valueAsNumber)}
      />
      <output htmlFor={id}>{shown}</output>
    </div>
  );
}

function describedBy(id: string, name: SettingName): string | undefined {
  return 'hint' in texts.words[name] ? hintId(id) : undefined;
}

function hintId(id: string): string {
  return `${id}-hint`;
}
