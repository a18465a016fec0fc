import { heldRules } from './held.ts'
import { rulesOf } from './rule.ts'
import { writtenRules } from './written.ts'

export const text = [
  ...writtenRules('text'),
  ...formatRules(),
  ...heldRules('text', { settings: {}, datum: ' Anna ', known: 'Anna', preset: 'Web', typed: 'Bruno', wire: 'Bruno', empty: '' }),
]

/** Rows for the formats of a text question (`text_format`). */
function formatRules() {
  const { accepts, refuses } = rulesOf('text')
  const phone = { text_format: 'phone' } as const
  const iban = { text_format: 'iban' } as const
  const cap = { text_format: 'cap' } as const
  const plate = { text_format: 'plate' } as const
  const url = { text_format: 'url' } as const
  return [
    accepts('phone: the international prefix and spaces', phone, ' +39 06  123 4567 ', { wire: '+39 06 123 4567' }),
    accepts('phone: brackets, dots, slashes and hyphens', phone, '(06) 123.45/67-8'),
    accepts('phone: five digits', phone, '11223'),
    refuses('phone: four digits', phone, '1122', ['telefono_non_valido']),
    refuses('phone: 16 digits', phone, '1234567890123456', ['telefono_non_valido']),
    refuses('phone: letters', phone, '06 casa 12345', ['telefono_non_valido']),
    refuses('phone: a plus sign inside', phone, '06+1234567', ['telefono_non_valido']),

    accepts('iban: small letters and spaces', iban, 'it60 x054 2811 1010 0000 0123 456', { wire: 'IT60X0542811101000000123456' }),
    accepts('iban: hyphens', iban, 'DE89-3704-0044-0532-0130-00', { wire: 'DE89370400440532013000' }),
    accepts('iban: a country whose length is not known', iban, 'MT84MALT011000012345MTLCAST001S'),
    accepts('iban: font_case lower converts the stored text', iban, 'DE89 3704 0044 0532 0130 00', { fontCase: 'lower', wire: 'de89370400440532013000' }),
    refuses('iban: two digits exchanged', iban, 'IT60X0542811101000000123465', ['iban_non_valido'], { wire: 'IT60X0542811101000000123465' }),
    refuses('iban: one character is missing', iban, 'IT60X054281110100000012345', ['iban_non_valido']),
    refuses('iban: right check digits, but too long for the country', iban, 'DE6537040044053201300012', ['iban_non_valido']),
    refuses('iban: a credit card number', iban, '4111 1111 1111 1111', ['iban_non_valido'], { wire: '4111111111111111' }),
    refuses('iban: letters outside ASCII', iban, 'ΙT60X0542811101000000123456', ['iban_non_valido']),

    accepts('cap: five digits', cap, '00100'),
    accepts('cap: a space', cap, '001 00', { wire: '00100' }),
    refuses('cap: four digits', cap, '0010', ['cap_non_valido']),
    refuses('cap: digits of another script', cap, '٠٠١٠٠', ['cap_non_valido']),

    accepts('plate: small letters and spaces', plate, 'ab 123 cd', { wire: 'AB123CD' }),
    accepts('plate: a motorcycle’s', plate, 'AA12345'),
    refuses('plate: no digit', plate, 'ABCDEF', ['targa_non_valida']),
    refuses('plate: other characters', plate, 'AB_123', ['targa_non_valida']),

    accepts('url: without a scheme', url, 'www.example.org/a?b=c', { wire: 'https://www.example.org/a?b=c' }),
    accepts('url: with http', url, 'http://example.org'),
    accepts('url: a host with letters outside ASCII', url, 'https://città.example'),
    accepts('url: a port', url, 'example.org:8443/x', { wire: 'https://example.org:8443/x' }),
    refuses('url: a script', url, 'javascript:alert(1)', ['url_non_valido']),
    refuses('url: a user name before the host', url, 'https://bank.example@evil.example', ['url_non_valido']),
    refuses('url: a host without a dot', url, 'localhost', ['url_non_valido'], { wire: 'https://localhost' }),
    refuses('url: a space inside', url, 'https://example.org/a b', ['url_non_valido']),
    refuses('url: a line break', url, 'https://example.org/\nx', ['url_non_valido']),

    accepts('text_format: not required, an empty answer', iban, '', { wire: undefined }),
    refuses('text_format: required, an empty answer', iban, '', ['campo_richiesto'], { field: { required: true }, wire: undefined }),
    refuses(
      'text_format: the author’s pattern applies to the stored answer',
      { ...iban, validation_mask: 'IT.*' },
      'DE89 3704 0044 0532 0130 00',
      ['campo_formato'],
      {
        wire: 'DE89370400440532013000',
      },
    ),
    refuses('text_format: the author’s length applies to the stored answer', { ...plate, max_len: 6 }, 'AB 123 CD', ['campo_corto', '6'], { wire: 'AB123CD' }),
  ]
}
