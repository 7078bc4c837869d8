import { files, paths } from '../core/paths';
import { site } from '../core/site';
import type { LegalTexts } from './article';

const mail = `[${site.support}](mailto:${site.support})`;
const privacy = `[Privacy Policy](${site.privacyPolicy})`;

/** The legal texts and the About page. */
export const english: LegalTexts = {
  about: {
    heading: 'Small wings, fast fingers',
    lead: `${site.product} is a place to type for the joy of it: on your own, or in races against people from all over the world.`,
    foundersAlt: 'A hummingbird and a quetzal hover over a keyboard, above the cloud forest at sunrise.',
    quote:
      'A hummingbird beats its wings fifty times a second. We thought our fingers could learn something from that.',
    founders: `${site.authors.map(({ name }) => name).join(' and ')}, founders`,
    sections: [
      {
        heading: `What is ${site.product}?`,
        paragraphs: [
          `${site.product} is a typing game for anyone with a keyboard. You get a text, from a classic or written for this site, and type it as fast and as accurately as you can. Practice on your own for as long as you like, or join a race and watch your bird fly alongside the others as you type.`,
          'It’s free to play, runs in your browser, and was made in Costa Rica.',
        ],
      },
      {
        heading: 'Our Mission',
        paragraphs: [
          'We want to make people faster and more accurate typists. Most of us spend hours a day at a keyboard, yet few of us were ever taught how to use one. A little practice every day gives back more time than it takes, and it can even be fun.',
        ],
      },
      {
        heading: 'How it Works',
        paragraphs: [
          `[Singleplayer](${paths.singleplayer}) gives you a text, a stopwatch, and your live speed. Hit a wrong key and the character turns red, but you keep going; Backspace takes you back one character, Ctrl + Backspace a whole word. You’re done when you reach the last character and every one of them is correct.`,
          'Speed is measured in words per minute. A word is five characters, spaces included, so longer words count for more. Accuracy starts at 100% and drops with every wrong key, even the ones you fix.',
          'Besides texts, you can type frequent words, for a number of seconds or of words, words with your weak keys, or a text of your own, which stays on your device. In words, a mistake costs its word: the space leads on to the next one.',
        ],
      },
      {
        heading: 'Typing Races',
        paragraphs: [
          'A few racers share a text. The first to arrive opens the race, the others have a few seconds to join, and then the countdown begins. Your keys tell when you typed, so a race is fair even on a slow connection. If yours drops, you can rejoin right where you left off.',
          `If nobody comes, ghosts of earlier races fly with you. [Today’s race](${paths.today}) gives everyone the same text and one attempt. Each race has a replay, key by key, which you can share, and race against.`,
          'Open a private race to race your friends: it waits for them, by its link or its code, until you start it. As you race, you unlock new birds: some for speed, some for accuracy, some for races completed and won, and a few for looking where no one else looks.',
        ],
      },
      {
        heading: 'Statistics',
        paragraphs: [
          'Your profile shows your average speed and accuracy, your fastest race, how many races you’ve completed and won, and how long you’ve spent racing. Those numbers are public and put you on the leaderboard. Your singleplayer stats are yours alone: no one else sees them.',
          `[Your history](${paths.history}) has every race and practice with its mistakes and its curve, your bests, and the days on which you typed. [Your keys](${paths.keys}) shows which ones you miss, and which slow you down.`,
        ],
      },
      {
        heading: 'Contact',
        paragraphs: [
          `We read every email: ${mail}. If something is missing or isn’t working, you can also [leave feedback](${paths.feedback}).`,
        ],
      },
    ],
    memes: {
      heading: 'Which one are you?',
      pictures: [
        {
          file: 'hurry',
          alt: 'A hummingbird darts back and forth over a keyboard with flashing keys. The display reads more than 200 wpm.',
          caption: 'Three coffees in. Accuracy? We don’t talk about accuracy.',
        },
        {
          file: 'calm',
          alt: 'A capybara with an orange on its head sits on a keyboard, doing nothing. The display reads 12 wpm.',
          caption: 'Twelve words per minute, every one of them correct, and no regrets.',
        },
      ],
    },
  },

  disclaimer: {
    title: 'Disclaimer',
    updated: 'last update Jun 12 2023',
    lead: `The content of ${site.product} (the “Service”) is provided for general information and entertainment purposes only. By using the Service, you acknowledge this disclaimer.`,
    sections: [
      {
        heading: 'No warranty',
        paragraphs: [
          `${site.company} (“we,” “us,” or “our”) provides the Service on an “as is” and “as available” basis. While we make reasonable efforts to keep the Service running and its content correct, we make no representations or warranties of any kind, express or implied, about its completeness, accuracy, reliability, availability, or fitness for a particular purpose.`,
          'Speed and accuracy figures are measured by a game. They are not a certificate or a professional assessment and should not be relied on as such.',
        ],
      },
      {
        heading: 'Health',
        paragraphs: [
          'Prolonged typing may strain your hands, arms, and eyes. Take regular breaks, and stop if you experience pain or discomfort. Nothing on the Service constitutes medical advice.',
        ],
      },
      {
        heading: 'External links',
        paragraphs: [
          'The Service may contain links to third-party websites. We do not control those websites and are not responsible for their content. We reviewed each linked website when the link was added; if you believe that a linked website has since become unlawful, please notify us and we will remove the link.',
        ],
      },
      {
        heading: 'Affiliate disclosure',
        paragraphs: [
          `Some links to keyboards and other products are affiliate links of our affiliate partner, [${site.affiliate.name}](${site.affiliate.url}). If you make a purchase after following such a link, we may earn a commission at no additional cost to you. Affiliate commissions do not influence our recommendations.`,
        ],
      },
      {
        heading: 'Texts and user content',
        paragraphs: [
          'The passages used on the Service are in the public domain, were written for it, or were suggested by users who stated their source. The views expressed in them are those of their authors and do not necessarily reflect our own. If you hold the rights to any content that you believe should not appear on the Service, please contact us.',
        ],
      },
      {
        heading: 'Limitation of liability',
        paragraphs: [
          `To the fullest extent permitted by law, we are not liable for any loss or damage arising from your use of the Service or your reliance on its content. The [Terms of Use](${paths.terms}) contain further provisions and prevail in the event of any conflict with this disclaimer.`,
        ],
      },
      {
        heading: 'Contact',
        paragraphs: [`If you have any questions about this disclaimer, please contact us at ${mail}.`],
      },
    ],
  },

  terms: {
    title: 'Terms of Use',
    updated: 'last update Jun 12 2023',
    lead: `These Terms of Use (the “Terms”) are a legally binding agreement between you and ${site.company} (“we,” “us,” or “our”) and govern your use of ${site.product} (the “Service”). By accessing or using the Service, you agree to be bound by these Terms. If you do not agree to them, you may not use the Service.`,
    sections: [
      {
        heading: '1. Eligibility',
        paragraphs: [
          'You must be at least 13 years old to use the Service. If you are under the age of majority where you live, you may use the Service only with the permission of a parent or legal guardian who agrees to these Terms on your behalf.',
          'You may practice without an account. Races, public statistics, skins, and purchases require one.',
        ],
      },
      {
        heading: '2. Your account',
        paragraphs: [
          'You agree to provide an email address at which we can reach you and to keep your password confidential. You are responsible for all activity under your account. If you become aware of any unauthorized use of your account, you must notify us immediately.',
          'Each person may hold only one account. Usernames may not be offensive or misleading or impersonate another person; we may change any username that is.',
          'You may delete your account at any time in your account settings. Deleting it removes your personal data from the Service. Race results remain visible to the other participants without your name.',
        ],
      },
      {
        heading: '3. Acceptable use',
        paragraphs: [
          'You agree not to:',
          [
            'use any program, macro, or other automated means to type for you, or allow another person to race under your account;',
            'paste text, tamper with the client, or send the Service data that does not result from genuine play;',
            'interfere with the Service or its users, circumvent its limits, or probe it for vulnerabilities, except in order to report them to us;',
            'collect data about other users by automated means; or',
            'use the Service for any unlawful purpose.',
          ],
          'If you violate these rules, we may remove your results and suspend or terminate your account. Where practicable, we will tell you the reason in advance.',
        ],
      },
      {
        heading: '4. User content',
        paragraphs: [
          'You retain all rights to the texts you suggest and the feedback you send. You grant us a non-exclusive, worldwide, royalty-free, perpetual license to display, edit, and use them in connection with the Service. You represent that you have the right to submit any text you suggest and that the author you name is correct.',
        ],
      },
      {
        heading: '5. Intellectual property',
        paragraphs: [
          `The name, logo, skins, sounds, and interface of the Service are the property of ${site.company} or its licensors. The source code is licensed separately, under the license provided in the [source repository](${site.sourceRepository}), and the typefaces under the [SIL Open Font License](${files.fontLicenses}).`,
        ],
      },
      {
        heading: '6. Purchases and payment',
        paragraphs: [
          'Skins sold in the shop are cosmetic and provide no competitive advantage. When you buy a skin, we grant you a personal, non-transferable license to use it within the Service. Skins have no monetary value, and your license to use them ends when your account is closed.',
          'We accept the following forms of payment:',
          ['Visa', 'Mastercard', 'American Express', 'Discover', 'PayPal'],
          'All payments are in US dollars and are processed by PayPal; we never receive your card number. You agree to provide current, complete, and accurate payment information. We may change our prices at any time, but not for a purchase you have already confirmed. You pay the price shown when you confirm a purchase.',
          'Skins are delivered immediately. All sales are final, except where applicable law gives you a right of withdrawal or refund. If something goes wrong with a purchase, please contact us and we will make it right.',
        ],
      },
      {
        heading: '7. Privacy',
        paragraphs: [
          `We only use cookies and data that are necessary to operate the Service. Our ${privacy} explains what we collect, why we collect it, and what rights you have.`,
        ],
      },
      {
        heading: '8. Changes to the Service and these Terms',
        paragraphs: [
          'We may modify, suspend, or discontinue all or part of the Service at any time. We will not be liable to you for doing so, except that we will refund any purchase you are no longer able to use as a result.',
          'We may update these Terms from time to time. The date at the top of this page shows when they were last updated. We will announce material changes on the Service before they take effect. By continuing to use the Service after changes take effect, you agree to the updated Terms.',
        ],
      },
      {
        heading: '9. Disclaimer of warranties',
        paragraphs: [
          `To the fullest extent permitted by law, the Service is provided “as is” and “as available,” without warranties of any kind, express or implied. See our [Disclaimer](${paths.disclaimer}) for details.`,
        ],
      },
      {
        heading: '10. Limitation of liability',
        paragraphs: [
          'To the fullest extent permitted by law, neither we nor our directors, employees, or agents will be liable for any indirect, incidental, special, or consequential damages, or for any loss of profits or data, arising out of your use of the Service.',
          'Our total liability to you for any claim arising out of or relating to the Service, regardless of the cause of action, is limited to the amount you paid us in the six months before the claim arose and will in no event exceed 15 USD.',
          'Some jurisdictions do not allow certain limitations of liability. Where that is the case, the limitations above apply to you only to the extent permitted by law.',
        ],
      },
      {
        heading: '11. Indemnification',
        paragraphs: [
          'You agree to indemnify us against any third-party claims, and any resulting losses and expenses, including reasonable attorneys’ fees, that arise from your breach of these Terms or your violation of the rights of others.',
        ],
      },
      {
        heading: '12. Governing law and dispute resolution',
        paragraphs: [
          'These Terms are governed by the laws of Costa Rica, without regard to its conflict of laws rules.',
          `Before starting arbitration, you and we agree to try to resolve any dispute informally. Either party may start this process by sending the other a written description of the dispute (to us: ${mail}), and both parties will negotiate informally for at least 30 days before either begins arbitration.`,
          'Any dispute that is not resolved informally will be decided by binding arbitration before a single arbitrator in San José, Costa Rica, in English or Spanish. Arbitration will take place on an individual basis only, and not as a class or representative action. Either party may apply to a court for urgent injunctive relief or to protect its intellectual property rights. Nothing in these Terms limits any consumer rights that cannot be waived under applicable law.',
        ],
      },
      {
        heading: '13. General provisions',
        paragraphs: [
          'If any provision of these Terms is found to be unenforceable, the remaining provisions remain in full force and effect. Our failure to enforce any provision is not a waiver of our right to do so later. These Terms, together with our Privacy Policy and Disclaimer, constitute the entire agreement between you and us regarding the Service.',
        ],
      },
      {
        heading: '14. Contact',
        paragraphs: [`${site.company}, ${site.address.join(', ')}. Email: ${mail}.`],
      },
    ],
  },
};
