/** Draws the skins that are not birds, in the same style. */
import { FAN } from './drawBird.mjs';
import { drawFlying, eye, line, shape, shapes, spot } from './pose.mjs';

const WINGS = { nearWing: ['#7fd6cf', '#2b7f8c'], farWing: ['#a7dfd6', '#5aa7ad'] };

/** The drawings by file name. */
export const EGGS = { cat, capybara, bee, jesus };

function cat() {
  const fur = '#f0a04b';
  const colors = {
    ...WINGS,
    back: ['#f6b25c', '#b8621b'],
    belly: ['#fff3df', '#ecd0a4'],
    head: ['#f9bd6e', '#d37f2c'],
  };
  return drawFlying('Cat', colors, {
    behind: [
      line('#c8742a', 15, 'M84 186C52 184 30 202 40 222C48 238 66 232 60 220'),
      line('#c8742a', 14, 'M112 196C108 208 104 216 96 226'),
      line(fur, 14, 'M134 192C136 206 136 216 132 228'),
    ],
    body: [
      shapes('#b8621b', [
        'M96 148C106 152 112 162 112 172C104 164 98 158 92 156Z',
        'M84 166C94 170 100 178 100 186C92 180 86 176 80 174Z',
      ]),
      shape('#d37f2c', 'M142 74C138 52 140 38 146 28C160 36 170 46 174 58Z'),
      shape('#d37f2c', 'M190 56C200 46 210 38 222 34C226 48 224 62 218 78Z'),
      shape('#ffc9bd', 'M149 64C147 52 148 44 150 40C158 46 163 52 166 58Z'),
      shape('#ffc9bd', 'M198 58C204 50 210 46 216 44C218 52 216 60 213 68Z'),
      spot('url(#head)', 180, 92, 43, 38),
      shapes('#b8621b', ['M176 55L182 55L180 72Z', 'M190 56L196 58L188 73Z', 'M164 57L170 56L172 72Z']),
      spot('#fff3df', 190, 108, 20, 14),
      shape('#d4576b', 'M185 98L197 98L191 105Z'),
      line('#7d4a1c', 2.5, 'M191 105C190 112 183 114 179 110M191 105C192 112 199 114 203 110'),
      line('#ffffff', 2, 'M206 104L240 98M206 109L240 112M174 104L146 100M174 109L146 114'),
      eye(170, 88, 7.5),
      eye(208, 88, 7.5),
    ],
  });
}

function capybara() {
  const colors = {
    ...WINGS,
    back: ['#b98a57', '#6e4a2a'],
    belly: ['#d9b483', '#b08a5c'],
    head: ['#bf9160', '#7d5735'],
  };
  return drawFlying('Capybara', colors, {
    behind: [
      line('#5d3f24', 15, 'M96 192C90 204 84 212 76 220'),
      line('#6e4a2a', 15, 'M122 198C120 210 118 220 112 230'),
      line('#6e4a2a', 14, 'M150 184C154 198 156 208 154 220'),
    ],
    body: [
      shape('#5d3f24', 'M150 62C142 50 146 40 156 40C166 42 168 52 166 62Z'),
      shape('#d9a98a', 'M153 58C149 51 151 46 156 46C161 47 163 53 161 58Z'),
      shape(
        'url(#head)',
        'M136 104C132 72 152 54 180 56C206 56 236 60 244 74C250 88 248 112 240 124C226 132 200 128 184 134C162 142 140 132 136 104Z',
      ),
      shape(
        '#6a4729',
        'M224 62C236 62 244 68 246 80C248 92 246 110 240 124C230 128 222 126 220 118C230 104 232 84 224 62Z',
      ),
      shapes('#2e1d10', ['M236 74C241 74 244 78 243 83C238 83 234 79 236 74Z']),
      line('#3d2715', 3, 'M241 108C230 112 218 112 206 106'),
      spot('#ffffff', 190, 80, 5, 3),
      eye(192, 80, 6.5),
      line('#3d2715', 2.5, 'M182 72C188 69 196 69 201 73'),
      spot('#f4913a', 178, 44, 15),
      shape('#3f8f4c', 'M178 30C182 22 190 20 196 23C193 30 186 33 178 30Z'),
    ],
  });
}

function bee() {
  const colors = {
    back: ['#ffd34d', '#e39a12'],
    belly: ['#ffe694', '#f2b632'],
    head: ['#4a3620', '#231709'],
    nearWing: ['#eefaff', '#a9d3e6'],
    farWing: ['#e3f4fb', '#b9dbe8'],
  };
  return drawFlying('Bee', colors, {
    behind: [
      shape('#2b1d0e', 'M76 180C66 192 56 204 44 214C62 212 80 206 94 196Z'),
      line('#2b1d0e', 5, 'M132 188C134 200 140 206 148 208'),
      line('#2b1d0e', 5, 'M150 178C154 190 160 194 168 196'),
    ],
    body: [
      shapes('#2b1d0e', [
        'M84 160C92 168 104 184 106 196C94 197 82 194 72 190C75 179 79 169 84 160Z',
        'M100 134C116 146 132 170 136 188C130 192 123 194 117 195C115 178 104 160 92 146Z',
        'M122 108C140 120 156 142 160 168C156 174 150 180 145 183C143 162 130 138 112 120Z',
      ]),
      line('#2b1d0e', 4.5, 'M182 62C188 44 200 36 212 38'),
      line('#2b1d0e', 4.5, 'M170 58C172 42 180 30 192 28'),
      spot('#2b1d0e', 214, 38, 6),
      spot('#2b1d0e', 194, 27, 6),
      spot('#ffd34d', 158, 100, 25, 30),
      spot('url(#head)', 180, 92, 32, 34),
      spot('#ffffff', 190, 84, 10, 12),
      eye(192, 85, 7),
      spot('#ff9c8a', 178, 106, 7, 5),
      line('#ffe694', 3, 'M188 110C194 114 201 112 204 106'),
    ],
  });
}

function jesus() {
  const colors = {
    back: ['#ffffff', '#d5dde4'],
    belly: ['#ffffff', '#e6ebef'],
    head: ['#f3d9bb', '#d2a67c'],
    nearWing: ['#ffffff', '#c3d3e2'],
    farWing: ['#f6f9fc', '#d6e1ec'],
    hair: ['#8a5a34', '#55331a'],
    sash: ['#d2404f', '#8f1f33'],
    tail: ['#ffffff', '#cbd7e2'],
  };
  return drawFlying('Jesus', colors, {
    behind: [
      spot('#ffe9a8', 172, 84, 66).replace('/>', ' opacity="0.55"/>'),
      shapes('url(#tail)', FAN),
      '<ellipse cx="168" cy="36" rx="36" ry="11" fill="none" stroke="#e9b429" stroke-width="7"/>',
    ],
    body: [
      shape('url(#sash)', 'M150 96C172 112 160 168 106 196C116 198 126 197 134 194C172 176 188 140 176 112Z'),
      shape(
        'url(#hair)',
        'M184 58C152 50 132 72 132 104C130 124 124 136 118 146C138 150 156 142 166 126C160 108 170 84 184 58Z',
      ),
      shape('#7c6a58', 'M194 86C212 82 230 78 246 72C232 86 214 94 196 98Z'),
      shape(
        'url(#head)',
        'M152 92C154 72 166 62 180 64C194 67 203 79 200 94C197 114 180 126 164 121C155 116 151 106 152 92Z',
      ),
      shape(
        'url(#hair)',
        'M200 96C200 122 190 142 172 148C160 140 156 126 160 112C168 110 176 112 182 108C190 104 196 100 200 96Z',
      ),
      shape(
        'url(#hair)',
        'M150 100C148 74 162 54 184 58C194 60 201 68 202 78C188 70 172 74 166 86C162 96 158 104 150 100Z',
      ),
      eye(182, 86),
    ],
  });
}
