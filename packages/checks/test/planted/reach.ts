import type { Tag } from '@sportello/contract'
import type { Plant, PlantBed } from '../plant-bed.ts'

/** Adds a child step to the first step of a form that has options. */
function addStep(bed: PlantBed, more: Partial<Tag>, parent: { children: Tag[] } = bed.choice()): Tag {
  const step: Tag = { id: 'planted-step', code_tag: 'planted-step', tag_description: 'Planted step', form_fields: [], children: [], ...more }
  parent.children.push(step)
  return step
}

const at = (step: { id?: string | undefined } | undefined, ...path: string[]) => ({ step: step?.id ?? '', path })

export const REACH: readonly Plant[] = [
  {
    check: 'dead-end',
    text: 'lost',
    on: 'reimbursement',
    plant(bed) {
      const parent = bed.lastStep()
      return at(addStep(bed, { form_fields: [{ id: 'x', type: 'HTML', ordering: 1, value: '<p>Thank you</p>' }] }, parent))
    },
  },
  {
    check: 'dead-end',
    text: 'end',
    on: 'event-registration',
    plant(bed) {
      const step = bed.lastStep()
      step.form_fields = [{ id: 'x', type: 'FURTHER_QUESTIONS', ordering: 1, hidden: true, value: { fields: [] } } as unknown as Tag['form_fields'][number]]
      return at(step)
    },
  },
  { check: 'dead-end', text: 'end', on: 'comune-aurora', plant: (bed) => at(addStep(bed, {})) },
  {
    check: 'dead-end',
    text: 'end',
    on: 'complaint',
    plant(bed) {
      const step = bed.lastStep()
      step.form_fields = []
      return at(step)
    },
  },
  {
    check: 'dead-end',
    text: 'end',
    on: 'fondo-salute',
    plant: (bed) => at(addStep(bed, { form_fields: [{ id: 'x', type: 'HTML', ordering: 1, value: '<p> </p>' }] })),
  },
  {
    check: 'unreachable-step',
    text: 'closed',
    on: 'comune-aurora',
    plant: (bed) => {
      const [step] = bed.choice().children
      if (step) step.disabled = true
      return at(step, 'disabled')
    },
  },
  {
    check: 'empty-send',
    text: 'send',
    on: 'comune-aurora',
    plant: (bed) =>
      at(
        addStep(bed, {
          form_fields: [
            {
              id: 'x',
              type: 'PROPERTY',
              ordering: 1,
              hidden: true,
              value: { property_code: 'x', property_description: 'X', default_value: { input_type: 'text', default: 'y' } },
            },
          ],
        }),
      ),
  },
  {
    check: 'language-steps',
    text: 'nameless',
    on: 'contact',
    plant(bed) {
      const step = bed.definition.children[1]
      if (step) step.params = []
      return at(step, 'params')
    },
  },
  {
    check: 'language-steps',
    text: 'unknown',
    on: 'complaint',
    plant: (bed) => {
      const step = bed.definition.children[6]
      if (step) step.params = [{ params_type: 'FORM_LANG', lang_code: 'pt' }]
      return at(step, 'params')
    },
  },
  {
    check: 'language-steps',
    text: 'deep',
    on: 'fondo-salute',
    plant(bed) {
      const [step] = bed.choice().children
      if (step) step.tag_type = 'FORM_LANG'
      return at(step, 'tag_type')
    },
  },
  {
    check: 'language-steps',
    text: 'twice',
    on: 'road-damage',
    plant: (bed) => {
      const step = bed.definition.children[2]
      if (step) step.params = [{ params_type: 'FORM_LANG', lang_code: 'it' }]
      return at(step, 'params')
    },
  },
  {
    check: 'language-steps',
    text: 'empty',
    on: 'comune-aurora',
    plant: (bed) => {
      const step = bed.definition.children[1]
      if (step) Object.assign(step, { children: [], form_fields: [{ id: 'x', type: 'HTML', ordering: 1, value: '<p>Soon</p>' }] })
      return at(step)
    },
  },
  {
    check: 'language-steps',
    text: 'beside',
    on: 'comune-aurora',
    plant: (bed) => at(addStep(bed, { form_fields: [{ id: 'x', type: 'HTML', ordering: 1, value: '<p>Text</p>' }] }, bed.definition)),
  },
  {
    check: 'single-option',
    text: 'option',
    on: 'contact',
    plant: (bed) => bed.add({ input_type: 'select', options: [{ key: 'a', value: 'A' }] }).place('value', 'default_value', 'options'),
  },
  {
    check: 'single-option',
    text: 'step',
    on: 'comune-aurora',
    plant: (bed) => {
      const step = [...bed.steps()].findLast(({ children }) => children.length > 1)
      if (step) step.children = step.children.slice(0, 1)
      return at(step)
    },
  },
  {
    check: 'same-titles',
    text: 'twice',
    on: 'fondo-salute',
    plant: (bed) => {
      const [one, other] = bed.choice().children
      if (one && other) other.tag_description = one.tag_description
      return at(other, 'tag_description')
    },
  },
  {
    check: 'empty-label',
    text: 'step',
    on: 'membership',
    plant(bed) {
      const step = bed.lastStep()
      step.tag_description = ''
      return at(step, 'tag_description')
    },
  },
]
