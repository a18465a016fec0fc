import { expectAccessible } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/test.ts'
import { hydrated } from '../fixtures/visitor.ts'

test.use({ locale: 'it-IT' })

const asks = (code: string, label: string, format: string, ordering: number) => ({
  type: 'PROPERTY',
  ordering,
  required: true,
  value: { property_code: code, property_description: label, default_value: { input_type: 'text', text_format: format } },
})

test('a visitor gets the right keypad for a phone number, an IBAN, a postcode, a number plate and a web address, and a clear message', async ({
  visitor,
  page,
  deployment,
}) => {
  await deployment.importBundle({
    definitions: [
      {
        code_tag: 'formats-root',
        tag_description: 'Dati',
        form_params: { auth_type: ['DATACOLLECTION'], review_before_send: true },
        form_fields: [
          asks('telephone', 'Telefono', 'phone', 1),
          asks('bank', 'IBAN', 'iban', 2),
          asks('postcode', 'CAP', 'cap', 3),
          asks('car', 'Targa', 'plate', 4),
          asks('site', 'Sito', 'url', 5),
        ],
      },
    ],
    forms: [{ code_form: 'formats', code_tag: 'formats-root' }],
  })
  await visitor.opens('/formats')
  await hydrated(page)
  const field = (label: string) => visitor.main.getByLabel(label, { exact: true })
  for (const [label, keypad, wrong, message, typed, shown] of [
    ['Telefono', 'tel', '12', 'Il numero di telefono non è valido', '+39 06  1234567', '+39 06 1234567'],
    ['IBAN', 'text', 'IT60X0542811101000000123465', 'L’IBAN non è valido', 'it60x0542811101000000123456', 'IT60 X054 2811 1010 0000 0123 456'],
    ['CAP', 'numeric', '0010', 'Il CAP non è valido', '00100', '00100'],
    ['Targa', 'text', 'ABC', 'La targa non è valida', 'ab 123 cd', 'AB123CD'],
    ['Sito', 'url', 'sito', 'L’indirizzo web non è valido', 'example.org', 'https://example.org'],
  ] as const) {
    const control = field(label)
    await expect(control).toHaveAttribute('inputmode', keypad)
    await control.fill(wrong)
    await control.press('Tab')
    await expect(control).toHaveAccessibleDescription(new RegExp(message))
    await expect(control).toHaveValue(wrong)
    await control.fill(typed)
    await control.press('Tab')
    await expect(control).toHaveValue(shown)
    await expect(control).not.toHaveAttribute('aria-invalid', 'true')
  }
  await expectAccessible(page)

  await visitor.button('Invia Richiesta').click()
  const check = page.getByRole('dialog')
  for (const answer of ['+39 06 1234567', 'IT60 X054 2811 1010 0000 0123 456', '00100', 'AB123CD', 'https://example.org'])
    await expect(check.getByText(answer, { exact: true })).toBeVisible()
})
