import { paths } from '../../app/paths';
import { site } from '../../app/site';
import type { Pages } from '.';

const mail = `[${site.support}](mailto:${site.support})`;
const privacy = `[privacy policy](${site.privacyPolicy})`;

/** The long texts in English. */
export const en: Pages = {
  about: {
    title: 'About',
    heading: 'Small wings, fast fingers',
    lead: `${site.product} is a place to type for the joy of it: alone, or in races against people from everywhere.`,
    foundersAlt: 'A hummingbird and a quetzal hover over a keyboard, above the cloud forest at sunrise.',
    quote:
      'A hummingbird beats its wings eighty times a second. We thought our fingers could learn something from that.',
    founders: `${site.authors.map(({ name }) => name).join(' and ')}, founders`,
    sections: [
      {
        heading: `What is ${site.product}?`,
        paragraphs: [
          `${site.product} is a typing game for everybody who has a keyboard. You are given a passage of a book, and you type it: as fast as you can, and as right as you can. Practise on your own for as long as you like, or take a seat in a race and see your bird fly beside the others while you type.`,
          'It costs nothing to play, runs in the browser, and was made in Costa Rica.',
        ],
      },
      {
        heading: 'Our Mission',
        paragraphs: [
          'We want to make people faster and more accurate typists. Most of us spend hours a day with our hands on a keyboard, and few were ever shown how. A little practice a day gives back more time than it takes, and it can be fun.',
        ],
      },
      {
        heading: 'How it Works',
        paragraphs: [
          `[Singleplayer](${paths.singleplayer}) gives you a text, a stopwatch and your speed while you type. A wrong key turns its character red and you go on; Backspace takes back a character, Ctrl and Backspace a word. You are done when the last character is reached and every one is right.`,
          'Speed is counted in words per minute. A word is five characters, spaces included, so that long words are worth what they cost. Accuracy is the share of characters that you got right the first time.',
        ],
      },
      {
        heading: 'Typing Races',
        paragraphs: [
          'Up to five racers share a text. The first one to arrive opens the race, the others have a few seconds to join, then a countdown, then everybody types. The server keeps the time, so the race is fair over a slow connection too; if yours drops, you come back to where you were.',
          'Send the link of your race to friends to type against them. Racing well brings you new birds: by speed, by accuracy, by races won, and some by looking where nobody looks.',
        ],
      },
      {
        heading: 'Statistics',
        paragraphs: [
          'Your profile keeps your average speed and accuracy, your fastest race, how many you completed and won, and the time you spent racing. Those numbers are public, and put you on the leaderboard. What you do in singleplayer is yours alone: nobody else sees it.',
        ],
      },
      {
        heading: 'Contact',
        paragraphs: [
          `We read every mail: ${mail}. If you miss something, or found something that does not work, you can also [leave feedback](${paths.feedback}).`,
        ],
      },
    ],
    memes: {
      heading: 'Which one are you?',
      pictures: [
        {
          file: 'hurry',
          alt: 'A hummingbird darts to and fro over a keyboard whose keys flash. The display says more than 200 wpm.',
          caption: 'Three coffees in. Accuracy: we do not talk about accuracy.',
        },
        {
          file: 'calm',
          alt: 'A capybara with an orange on its head sits on a keyboard and does nothing. The display says 12 wpm.',
          caption: 'Twelve words per minute, every one of them right, and no regrets.',
        },
      ],
    },
  },

  disclaimer: {
    title: 'Disclaimer',
    updated: 'last update Jun 12 2023',
    lead: `What you find on ${site.product} is meant to help and to entertain. This page says what we answer for, and what we do not.`,
    sections: [
      {
        heading: 'No warranty',
        paragraphs: [
          `${site.company} (“we”) offers ${site.product} as it is and as it is available. We take care that it works and that what it says is right, but we do not promise that it is complete, free of errors, always there, or fit for what you have in mind.`,
          'Your speed and accuracy are measured by a game. They are no certificate and no professional assessment, and they should not be used as one.',
        ],
      },
      {
        heading: 'Your health',
        paragraphs: [
          'Typing for long may strain hands, arms and eyes. Take breaks, and stop when something hurts. Nothing on this site is medical advice.',
        ],
      },
      {
        heading: 'Links to other sites',
        paragraphs: [
          'Some links lead to sites that others run. We have no influence on what stands there and are not responsible for it. We looked at each when we put up its link; if one has become unlawful since, tell us and we remove it.',
        ],
      },
      {
        heading: 'Affiliate partner',
        paragraphs: [
          `Some links to keyboards and other goods are affiliate links of our partner [${site.affiliate.name}](${site.affiliate.url}). If you buy something after you followed one, we may be paid a commission. It costs you nothing more, and it does not change what we recommend.`,
        ],
      },
      {
        heading: 'Texts and what users write',
        paragraphs: [
          'The passages that you type are in the public domain or were suggested by users who said where they come from. What authors say in them is their own opinion, not ours. If you hold the rights to something that should not be here, write to us.',
        ],
      },
      {
        heading: 'Limits of liability',
        paragraphs: [
          `As far as the law allows, we are not liable for damage that comes from using ${site.product} or from relying on what stands here. The [terms of use](${paths.terms}) say more, and hold where the two differ.`,
        ],
      },
      { heading: 'Contact', paragraphs: [`Questions about this disclaimer: ${mail}.`] },
    ],
  },

  terms: {
    title: 'Terms of Use',
    updated: 'last update Jun 12 2023',
    lead: `These terms are an agreement between you and ${site.company} (“we”, “us”), who run ${site.product} (“the service”). By using the service you agree to them. If you do not agree, please do not use it.`,
    sections: [
      {
        heading: '1. Who may use the service',
        paragraphs: [
          'You must be at least 13 years old. If you are a minor where you live, you need the permission of a parent or guardian, who agrees to these terms for you.',
          'Anybody may practise without an account. Races, statistics, skins and purchases need one.',
        ],
      },
      {
        heading: '2. Your account',
        paragraphs: [
          'Give an email address that you can be reached at, and keep your password to yourself. You are responsible for what happens through your account. Tell us at once if somebody else has come to use it.',
          'One account per person, please. A username must not insult, mislead, or pretend to be somebody else; we may change one that does.',
          'You can delete your account at any time in its settings. Your personal data go with it; results of races stay with the other racers, without your name.',
        ],
      },
      {
        heading: '3. Fair play',
        paragraphs: [
          'You agree not to:',
          [
            'type by program, macro or anything but your own hands, or let somebody else race for you;',
            'paste texts, tamper with the client, or send the service data that no honest race produces;',
            'disturb the service or other users, get around its limits, or look for ways into it, except to tell us of them;',
            'collect data of other users by automatic means;',
            'use the service for anything that is against the law.',
          ],
          'We may remove results, and suspend or close accounts, when this is not respected. Where we can, we say why first.',
        ],
      },
      {
        heading: '4. What you send us',
        paragraphs: [
          'Texts that you suggest and feedback that you send stay yours. You grant us the right, free of charge and without limit in time, to show, edit and use them within the service. Suggest only texts that you may pass on, and say truly who wrote them.',
        ],
      },
      {
        heading: '5. What is ours',
        paragraphs: [
          `The name, the logo, the skins, sounds and texts of the interface belong to ${site.company} or to those who license them to us. The source code has a licence of its own, which stands beside it in the [source repository](${site.sourceRepository}).`,
        ],
      },
      {
        heading: '6. Purchases',
        paragraphs: [
          'Skins in the shop are cosmetic: they change how you look in a race, not how fast you are. When you buy one you are granted a personal right to use it within the service, which you cannot transfer. It has no worth in money, and it ends with your account.',
          'We accept these forms of payment:',
          ['Visa', 'Mastercard', 'American Express', 'Discover', 'PayPal'],
          'All payments are in US dollars and are carried out by PayPal; we never see the number of your card. Prices may change, but not after you have confirmed a purchase. Taxes that the law adds are shown before you confirm. You agree to give correct and complete payment data.',
          'Skins are delivered at once, so purchases are final unless the law where you live gives you a right to withdraw. If something went wrong, write to us and we put it right.',
        ],
      },
      {
        heading: '7. Privacy',
        paragraphs: [
          `We only use cookies and data that are necessary to run the service. Our ${privacy} says which, why, and what rights you have.`,
        ],
      },
      {
        heading: '8. Changes and interruptions',
        paragraphs: [
          'We may change, interrupt or end the service or parts of it. We are not liable to you for that, except that we pay back what you paid for and could not use.',
          'We may change these terms. The date on top says when we last did; if a change matters, we announce it on the site before it takes effect. Who goes on using the service then agrees to it.',
        ],
      },
      {
        heading: '9. No warranty',
        paragraphs: [
          `The service is offered as it is and as it is available, without warranty of any kind, as far as the law allows. The [disclaimer](${paths.disclaimer}) says more.`,
        ],
      },
      {
        heading: '10. Limits of liability',
        paragraphs: [
          'As far as the law allows, neither we nor the people who work for us are liable for indirect, incidental or consequential damage, or for lost profit or lost data, that comes from using the service.',
          'Whatever the reason, what we are liable for to you is limited to what you paid us in the six months before it arose, and in any case to 15 USD.',
          'Some laws do not allow such limits. Where that is so, they do not apply to you as far as that law goes.',
        ],
      },
      {
        heading: '11. Indemnity',
        paragraphs: [
          'If others make claims against us because you broke these terms or their rights, you cover the costs that arise from it, reasonable fees of lawyers included.',
        ],
      },
      {
        heading: '12. Law and disputes',
        paragraphs: [
          'These terms are governed by the law of Costa Rica, without regard to its rules on conflicts of law.',
          `If we disagree, we try to settle it by talking first. Either side begins by writing to the other (to us: ${mail}) what it is about, and both negotiate informally for at least 30 days before anybody starts an arbitration.`,
          'What cannot be settled so is decided by binding arbitration in San José, Costa Rica, in English or Spanish, by one arbitrator, between you and us alone and not as part of a class. Either side may go to a court for an urgent measure, or over rights to intellectual property. Rights that the law gives to consumers and that cannot be waived remain untouched.',
        ],
      },
      {
        heading: '13. The rest',
        paragraphs: [
          'If a part of these terms does not hold, the others do. If we do not insist on something once, we may do so later. These terms, with the privacy policy and the disclaimer, are all that was agreed between you and us.',
        ],
      },
      {
        heading: '14. Contact',
        paragraphs: [`${site.company}, ${site.address.join(', ')}. Mail: ${mail}.`],
      },
    ],
  },
};
