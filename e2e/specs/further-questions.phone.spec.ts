import { accessibilityViolations } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/test.ts'

const QUESTION = 'Hai ancora bisogno di aiuto?'
const STEP = '/fondo-salute/open/tempi-rimborso'

test('a visitor who answers that no more help is needed submits nothing', async ({ page, visitor }) => {
  await visitor.opens(STEP)
  const further = visitor.main.getByRole('region', { name: QUESTION })
  await expect(further.getByRole('list', { name: 'Di che cosa stiamo parlando' }).getByRole('listitem')).toHaveText([
    'Una pratica già inviata',
    'Quando arriva il rimborso?',
  ])
  await expect(visitor.button('Chiedi aiuto')).toHaveCount(0)
  const entry = visitor.main.getByText('Ho cambiato conto. Il rimborso arriva lo stesso?')
  await expect(visitor.main.getByText('Scrivici il nuovo conto')).toBeHidden()
  await entry.press('Enter')
  await expect(visitor.main.getByText('Scrivici il nuovo conto')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  const sends = visitor.watchesSends()
  await further.getByRole('button', { name: 'No, ho trovato la risposta', exact: true }).click()
  await expect(further.getByRole('status').first()).toHaveText('Bene! Se il rimborso non arriva, torna pure qui.')
  await expect(further.getByRole('group')).toBeFocused()
  expect(await accessibilityViolations(page)).toEqual([])
  await further.getByRole('button', { name: 'Torna alla domanda', exact: true }).click()
  await expect(further.getByRole('button', { name: 'Sì, scrivetemi', exact: true })).toBeVisible()
  expect(sends).toEqual([])
})

test('a visitor who needs more help answers the further questions, corrects an error and submits the request', async ({ page, visitor, address }) => {
  await visitor.opens(STEP)
  await visitor.button('Sì, scrivetemi').click()
  const send = visitor.button('Chiedi aiuto')
  await send.click()
  const faults = visitor.dialog('Errore')
  await expect(faults.getByRole('listitem')).toHaveText(['Quale rimborso aspetti? Il campo è richiesto'])
  expect(await accessibilityViolations(page)).toEqual([])
  await faults.getByRole('button', { name: 'Quale rimborso aspetti?', exact: true }).click()
  await expect(visitor.field('Quale rimborso aspetti?')).toBeFocused()
  await visitor.field('Quale rimborso aspetti?').fill('Visita del 3 marzo')
  await visitor.field('Quanto ti aspetti, in euro?').fill('120,5')
  // After a reload the page shows the further questions and the visitor's answers again.
  await page.reload()
  await expect(visitor.field('Quale rimborso aspetti?')).toHaveValue('Visita del 3 marzo')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await send.click()
  await visitor.confirmsAnswers()
  await visitor.givesAddress(address)
  const body = (await sent).postData() ?? ''
  expect(body).toMatch(/name="further_questions"\s+\{"rimborso_atteso":"Visita del 3 marzo","rimborso_importo":120\.5\}/)
  expect(body).toMatch(/name="form_fields"\s+\{\}/)
  await visitor.button('OK').click()
  await expect(visitor.main.getByText('Cerchiamo il rimborso: Visita del 3 marzo (120,5 euro).')).toBeVisible()
})
