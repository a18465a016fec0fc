import { expectAccessible } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/test.ts'

const card = (code_tag: string, tag_description: string, property_code: string, default_value: object, children: object[] = []) => ({
  code_tag,
  tag_description,
  form_fields: [{ type: 'PROPERTY', ordering: 1, required: true, value: { property_code, property_description: `Domanda ${property_code}`, default_value } }],
  children,
})

const YES_NO = {
  input_type: 'select',
  isButtons: true,
  options: [
    { key: 'si', value: 'Sì' },
    { key: 'no', value: 'No' },
  ],
}

/** Returns the bundle of a survey with a card for each kind of scale. */
const survey = (code: string, form_params: object) => ({
  definitions: [
    {
      code_tag: code,
      tag_description: 'Voti',
      form_params: { auth_type: ['SURVEY', 'FREE'], form_title: 'Voti', ...form_params },
      children: [
        card('voti-uno', 'Prima', 'pulsanti', YES_NO, [
          card('voti-due', 'Seconda', 'voto', { input_type: 'int', min: 0, max: 10 }, [
            card('voti-tre', 'Terza', 'cursore', { input_type: 'slider', items: ['Poco', 'Così', 'Molto'].map((value) => ({ key: value, value })) }, [
              card('voti-quattro', 'Quarta', 'anni', { input_type: 'int', min: 0, max: 120 }),
            ]),
          ]),
        ]),
      ],
    },
  ],
  forms: [{ code_form: code, code_tag: code }],
})

test('scales are keys of a finger’s size, and the next card opens by itself only after a press', async ({ page, visitor, deployment }) => {
  await deployment.importBundle(survey('voti-soli', { survey_auto_advance: true }))
  await visitor.opens('/voti-soli')
  await expect(visitor.heading('Prima')).toBeVisible()
  await expect(visitor.main.getByText('Ne restano 3')).toBeVisible()

  // A key of the keyboard answers, but does not open the next card.
  await visitor.button('Sì').press('Enter')
  await expect(visitor.button('Avanti')).toBeEnabled()
  await page.waitForTimeout(600)
  await expect(visitor.heading('Prima')).toBeVisible()
  await visitor.button('No').click()
  await expect(visitor.heading('Seconda')).toBeFocused()

  const keys = visitor.main.locator('.scale-key')
  await expect(keys).toHaveCount(11)
  for (const box of await keys.evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().toJSON() as DOMRect))) {
    expect(box.height).toBeGreaterThanOrEqual(48)
    expect(box.width).toBeGreaterThanOrEqual(44)
  }
  await expectAccessible(page)
  // The next card opens soon. That the key is pressed shows on the way back.
  await keys.filter({ hasText: /^0$/ }).click()
  await expect(visitor.heading('Terza')).toBeFocused()
  await expectAccessible(page)
  await visitor.button('Indietro').click()
  await expect(visitor.scaleKey('Domanda voto', '0')).toBeChecked()
  await visitor.button('Avanti').click()
  await keys.filter({ hasText: 'Molto' }).click()
  await expect(visitor.heading('Quarta')).toBeFocused()
  // A number with many possible values stays a text field.
  await visitor.field('Domanda anni').fill('41')
  await expect(visitor.main.getByText('È l’ultima')).toBeVisible()
})

test('consecutive questions with the same scale are a matrix, whose rows are questions of their own', async ({ page, visitor }, { project }) => {
  await visitor.opens('/biblioteca-lume/open/spazi')
  const [rooms, staff, choice] = [
    'Quanto sei soddisfatto degli spazi?',
    'Quanto sei soddisfatto del personale?',
    'Quanto sei soddisfatto della scelta di libri e film?',
  ]
  await expect(visitor.main.getByRole('radiogroup')).toHaveCount(3)
  await visitor.answersScale(rooms, 'Molto')
  await visitor.answersScale(staff, 'Poco')
  await expect(visitor.scaleKey(rooms, 'Molto')).toBeChecked()
  await expect(visitor.scaleKey(staff, 'Poco')).toBeChecked()
  await expect(visitor.main.getByRole('radiogroup', { name: choice }).getByRole('radio', { checked: true })).toHaveCount(0)
  // With the keyboard, each row is one stop, and the arrow keys move inside the row.
  await visitor.scaleKey(staff, 'Poco').press('ArrowRight')
  await expect(visitor.scaleKey(staff, 'Così così')).toBeChecked()
  await expect(visitor.scaleKey(rooms, 'Molto')).toBeChecked()
  // Wide screens name the answers once; phones name the ends of each row.
  const head = page.locator('.matrix-head')
  await expect(head).toBeVisible({ visible: project.name === 'desk' })
  const circle = page.locator('.matrix .scale-key').first()
  expect((await circle.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  await expectAccessible(page)
})

test('without the form parameter, a press on an answer opens nothing', async ({ page, visitor, deployment }) => {
  await deployment.importBundle(survey('voti-fermi', {}))
  await visitor.opens('/voti-fermi')
  await visitor.button('Sì').click()
  await expect(visitor.button('Avanti')).toBeEnabled()
  await page.waitForTimeout(600)
  await expect(visitor.heading('Prima')).toBeVisible()
})
