import { expect, test } from 'vitest'
import { crispCommands } from './crisp.ts'
import type { LiveChat } from './live-chat.ts'

const CHAT: LiveChat = {
  chatType: 'CRISP',
  align: 'LEFT',
  chatIcon: null,
  site: 'https://client.crisp.chat',
  chatId: 'site-7',
  fondo: 'FS01',
  person: null,
  claims_url: null,
}

test('crispCommands passes only the fund and the origin to CRISP if nothing is known about the visitor', () => {
  expect(crispCommands(CHAT, {})).toEqual([
    ['config', 'position:reverse', [true]],
    [
      'set',
      'session:data',
      [
        [
          ['origine', 'Portale web'],
          ['fondo', 'FS01'],
        ],
      ],
    ],
    ['set', 'session:segments', [['FS01', 'Portale web']]],
  ])
})

test.each([
  ['ISCRITTO_MOBILE', 'App iscritti'],
  ['iscritto_mobile', 'Portale web'],
  ['ISCRITTO', 'Portale web'],
])('crispCommands labels a visitor who comes from the channel %s as %s', (codice_canale, label) => {
  expect(crispCommands({ ...CHAT, align: 'RIGHT' }, { codice_canale, cognome: 'Neri' })).toEqual(
    expect.arrayContaining([
      ['config', 'position:reverse', [false]],
      ['set', 'user:nickname', ['Neri']],
      ['set', 'session:segments', [['FS01', label]]],
    ]),
  )
})
