import { accessibilityViolations } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/test.ts'

const html = (ordering: number, type: string, value: unknown) => ({ type, ordering, value })

/** A form whose second step has its own page header. */
const branded = {
  definitions: [
    {
      code_tag: 'insegne',
      tag_description: 'Che cosa cerchi?',
      form_params: { form_title: 'Insegne', auth_type: ['FREE'] },
      form_fields: [
        html(1, 'HTML_HEADER', '<p>Sempre aperti</p>'),
        html(2, 'HTML_HEADER_BUTTON', { url: 'www.example.org/negozio', title: 'Il negozio' }),
        html(3, 'FOOTER', { title: 'La bottega', colonne: [{ nomeColonna: 'Dove siamo', elems: [{ textElem: '<strong>Via Roma 1</strong>' }] }] }),
      ],
      children: [{ code_tag: 'saldi', tag_description: 'I saldi', form_fields: [html(1, 'HTML_HEADER', '<p>Saldi fino a sabato</p>')], children: [] }],
    },
  ],
  forms: [{ code_form: 'insegne', description: 'Insegne', code_tag: 'insegne' }],
}

test('the page shows the footer of the root step, and the header of the nearest step above that has a header', async ({ page, visitor, deployment }) => {
  await deployment.importBundle(branded)
  await visitor.opens('/insegne')
  const [header, footer] = [page.getByRole('banner'), page.getByRole('contentinfo')]
  await expect(header.getByText('Sempre aperti')).toBeVisible()
  await expect(header.getByRole('link', { name: 'Il negozio' })).toHaveAttribute('href', 'http://www.example.org/negozio')
  await expect(header.getByRole('link', { name: 'Il negozio' })).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(visitor.main.getByText('Sempre aperti')).toHaveCount(0)
  await visitor.option('I saldi').click()
  await expect(header.getByText('Saldi fino a sabato')).toBeVisible()
  await expect(header.getByText('Sempre aperti')).toHaveCount(0)
  await expect(footer.getByText('Via Roma 1')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await footer.getByRole('link', { name: 'Torna all’inizio' }).click()
  await expect(page).toHaveURL(/\/insegne$/)
})

test('a page without steps shows the footer of its language', async ({ page, visitor }) => {
  await visitor.opens('/comune-aurora/validation?code=x&locale=de')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Datenschutz' })).toBeVisible()
})
