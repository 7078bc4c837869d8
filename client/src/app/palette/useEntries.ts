import { useLocation, useNavigate } from 'react-router';
import { useLogout } from '../../account/queries';
import { logout as logoutText } from '../../account/texts';
import { paths } from '../../core/paths';
import { useWayBack } from '../../core/returnTo';
import { type SettingName, settingNames, settings } from '../../core/settings';
import { site } from '../../core/site';
import type { Text } from '../../core/text';
import * as commonTexts from '../../core/texts';
import { useRoot } from '../../core/useRoot';
import { useText } from '../../core/useText';
import type { SessionInfo } from '../../net/api';
import { chosenBefore, keepChoice } from '../../practice/modes/chosen';
import { practiceChoices } from '../../practice/modes/texts';
import { practiceSearch } from '../../practice/siteText';
import { privateRace } from '../../race/private.texts';
import { title as multiplayer } from '../../race/texts';
import { resetSettings } from '../../settings/resetSettings';
import * as settingsTexts from '../../settings/texts';
import { nameOf, type Value, valuesOf } from '../../settings/values';
import * as typingTexts from '../../typing/texts';
import { allRoutes, type Route, routeAt } from '../routes';
import * as texts from './texts';

/** Something that the palette finds. */
export interface Entry {
  key: string;
  kind: 'action' | 'screen' | 'setting';
  label: string;
  /** The same in the other language. */
  also: string;
  /** The value of a setting. */
  detail?: string;
  /** True for the value that is chosen. */
  isChosen?: boolean;
  /** Called when the entry is chosen. */
  run?: () => void;
  /** The setting whose values to choose from instead. */
  setting?: SettingName;
  /** The entries to choose from instead, to make sure. */
  asks?: readonly Entry[];
}

/** Returns the screens that the palette lists, without the one at `path`. */
export function listedScreens(user: Pick<SessionInfo, 'admin'> | null, path: string): Route[] {
  const current = routeAt(path);
  const isFor = { all: true, guests: user === null, users: user !== null, admins: user?.admin === true };
  // Of the screens for all, search engines list those that can be opened by themselves.
  return allRoutes.filter(
    (route) =>
      route !== current && !route.pattern.includes(':') && isFor[route.for] && (route.isPublic || route.for !== 'all'),
  );
}

/** Returns what the palette lists: `all` entries, those that are found only by typing, and the values of a setting. */
export function useEntries(openRoom: () => void, openPrivateRace: () => void) {
  const t = useText();
  const root = useRoot();
  const { palette, services, session, settings: store, sound } = root;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const wayBack = useWayBack();
  const logout = useLogout();
  const named = (name: Text) => ({ label: t(name), also: `${name.en} ${name.es}` });
  const action = (key: string, name: Text, run: () => void): Entry => ({ key, kind: 'action', ...named(name), run });

  const reset: Entry = {
    key: 'reset',
    kind: 'action',
    ...named(settingsTexts.reset),
    asks: [
      action('keep', texts.keepSettings, () => {}),
      action('reset all', texts.resetSettings, () => resetSettings(root)),
    ],
  };
  const actions = [
    ...palette.offers.map(({ name, run }) => action(`offer ${name.en}`, name, run)),
    action('race', multiplayer, openRoom),
    action('privateRace', privateRace, openPrivateRace),
    action('sound', sound.isOn ? typingTexts.mute : typingTexts.unmute, () => sound.toggle()),
    ...(store.changed.length > 0 ? [reset] : []),
    ...(session.isLoggedIn ? [action('logout', logoutText, () => logout('logout'))] : []),
  ];
  const screens = listedScreens(session.info, pathname).map(({ pattern, title, for: audience }): Entry => {
    const name = pattern === paths.home ? commonTexts.home : screenName(title);
    const run = () => navigate(pattern, { state: audience === 'guests' ? wayBack : null });
    return { key: pattern, kind: 'screen', ...named(name), run };
  });
  if (session.username !== null) {
    const { username } = session;
    screens.push({
      key: 'profile',
      kind: 'screen',
      ...named(commonTexts.toProfile),
      run: () => navigate(paths.user(username)),
    });
  }
  const valueEntry = (setting: SettingName, value: Value): Entry => ({
    key: `${setting} ${value}`,
    kind: 'setting',
    ...named(nameOf(setting, value)),
    isChosen: store.values[setting] === value,
    run: () => store.choose({ [setting]: value }),
  });
  const all = [
    ...actions,
    ...screens,
    ...settingNames.map(
      (setting): Entry => ({
        key: setting,
        kind: 'setting',
        ...named(settingsTexts.words[setting].name),
        detail: t(nameOf(setting, store.values[setting])),
        setting,
      }),
    ),
  ];
  const { storage } = services;
  const practices = practiceChoices().map(({ name, ...part }): Entry => {
    const run = () => {
      const choice = { ...chosenBefore(storage, practiceSearch('', storage)), ...part };
      navigate(paths.singleplayer + keepChoice(storage, choice));
    };
    return { key: `practice ${name.en}`, kind: 'screen', ...named(name), detail: t(commonTexts.singleplayer), run };
  });
  const values = settingNames
    .filter((setting) => settings[setting].kind !== 'range')
    .flatMap((setting) =>
      valuesOf(setting).map((value): Entry => {
        const { name } = settingsTexts.words[setting];
        const entry = valueEntry(setting, value);
        return { ...entry, label: `${t(name)}: ${entry.label}`, also: `${name.en} ${name.es} ${entry.also}` };
      }),
    );
  return {
    all,
    values: [...practices, ...values],
    valuesOf: (setting: SettingName) => valuesOf(setting).map((value) => valueEntry(setting, value)),
  };
}

/** The title of a screen without the product's name. */
function screenName({ en, es }: Text): Text {
  const short = (title: string) => title.replace(' | {}', '').replaceAll('{}', site.product);
  return { en: short(en), es: short(es) };
}
