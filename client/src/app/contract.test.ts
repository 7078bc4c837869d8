import { describe, expect, it } from 'vitest';
import * as account from '../account/texts';
import * as admin from '../admin/texts';
import { formats } from '../core/text';
import * as core from '../core/texts';
import * as feedback from '../feedback/texts';
import * as home from '../home/texts';
import { imprints } from '../legal/imprints';
import * as legal from '../legal/texts';
import * as practice from '../practice/texts';
import * as profile from '../profile/texts';
import * as race from '../race/texts';
import * as shop from '../shop/texts';
import * as typing from '../typing/texts';
import routes from './routes.json';
import * as shell from './shell/texts';

/** The contract's quotes, letter by letter, slips included. */
const WORDING = {
  base: `
    Not Found / Unexpected Application Error! / Shop / About / Play / Singleplayer /
    Practice your typing / Multiplayer / Compete against others / Please login to play / Login / Leave Feedback /
    GitHub / Privacy Policy / Terms / Imprint / Cookies / I understand / Successfully logged in /
    We sent you an email to verify your email adress. Please check your inbox. / Successfully deleted account /
    Successfully logged out / Race against others / Unlock more /
    Unlock skins, play multiplayer, and discover other amazing features exclusively for registered users. / Sign up /
    Share this page / Could not load Leaderboard / wpm / Racing since / Loading... / Tweet / WhatsApp /
    Successfully copied to clipboard / Successfully opened Twitter / Successfully opend WhatsApp / Home / Wpm /
    Total races / Races won / Best race / Accuracy / Age / Try again`,
  account: `
    You need to sign in! / Your account / Change / View your profile /
    Your email address has not been verified. Please check your email. / Resend email / Change username /
    Change email / Successfully changed username / Successfully changed country / Successfully changed password /
    Type IRREVERSIBLE to confirm / Username / Email / Country / Password / Confirm password / Sign up /
    Successfully signed up / Login / Forgot password? / Signup / Successfully logged in /
    You tried to many times. Please wait 10 seconds / Forgot Password / Submit /
    We sent you an email. Please check your inbox to reset you password. / Reset password / Reset /
    Password has been successfully reset. You can login now. / Your email is now verified!`,
  admin: `
    Admin / Add skin / Name / Filename / Description / Price / Text Requests`,
  feedback: `
    Message / Send / In order to leave feedback please login / Thank you four your feedback! / Text Request / Text /
    Author / URL for proof / In order submit a text request you need to login`,
  practice: `
    Playing in Singleplayer does not affect your stats / New text / Statistics /
    Practices completed / Fastest practice / Time spent practicing /
    Singleplayer statistics are not public and do not appear on the leaderboard. /
    If you would like to see the detailed statistics, please log in`,
  profile: `
    Back / Search profiles / Search / Statistics / Speed / Accuracy / Races completed / Races won / Fastest race /
    Time spent racing / Profile was not found / Your Skins / Share this profile / Copy to clipboard`,
  race: `
    Disconnected / Waiting for opponents... / Waiting for opponents. Starting in ca: / Starting in / Leaderboard /
    Race again`,
  shop: `
    Shop / Shop updates daily. Next update in: / Confirm purchase / Continue with PayPal /
    To purchase this skin you need to login / Get Jesus / Amen / Succsessfully unlocked Jesus skin. God bless you! /
    Awaiting payment... / Payment successful / Thank you for your purchase! / Your order got canceled successfully /
    Continue shopping`,
  typing: `
    Results / Speed / Accuracy / Time / In order to play you need to use a physical keyboard!`,
};

/** The texts in which the wordings of a key are, besides those that more than one feature shows. */
const TEXTS: Record<keyof typeof WORDING, object[]> = {
  base: [home, shell],
  account: [account],
  admin: [admin],
  feedback: [feedback],
  practice: [practice],
  profile: [profile],
  race: [race],
  shop: [shop],
  typing: [typing],
};

/** Every English text in `value`, except for functions. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values('en' in value ? { en: value.en } : value).flatMap(textsIn);
}

it.each([
  ['/about', 'About | {}'],
  ['/singleplayer', 'Singleplayer | {}'],
  ['/multiplayer/:code', 'Multiplayer | {}'],
  ['/account', 'Account | {}'],
  ['*', '404 Page Not Found | {}'],
] as const)('the title of %s is the contract’s “%s”', (pattern, title) => expect(routes[pattern].title.en).toBe(title));

describe.each(Object.entries(WORDING))('the contract’s wording of %s', (subject, wording) => {
  const words = textsIn([core, ...TEXTS[subject as keyof typeof WORDING]]);
  it.each(wording.trim().split(/\s+\/\s+/))('has “%s”', (text) => expect(words).toContain(text));
});

it.each([
  ['Loading chunk About failed', core.chunk.en('About')],
  ['An error occurred: No.', core.occurred.en('No.')],
  ['Welcome, ana', home.welcome.en('ana')],
  ['~ Ana Solano', core.author.en('Ana Solano')],
  ['Back to ana', profile.backTo.en('ana')],
  ['Racing since 1/2/2026', profile.since.en('1/2/2026')],
  ['Are you sure you want to buy Mango for $2.49?', shop.question.en('Mango', formats.en.price(2.49))],
  [
    'What is Colibri?, Our Mission, How it Works, Typing Races, Statistics, Contact',
    legal.about.en.sections.map(({ heading }) => heading).join(', '),
  ],
  ['Imprint, Impressum', imprints.map(({ heading }) => heading).join(', ')],
  ['last update Jun 12 2023', legal.disclaimer.en.updated],
  ['last update Jun 12 2023', legal.terms.en.updated],
])('has the contract’s “%s”', (contract, said) => expect(said).toBe(contract));

it('a failed copy is not called a link, because it may be a profile', () => {
  expect(core.notCopied.en).not.toContain('link');
  expect(core.notCopied.es).not.toContain('enlace');
});
