import { choiceInput } from '../choices.ts'
import { dayOf, type JsonObject, listOf, numberOf, objectOf, objectsOf, propertyOf, textOf } from '../json-reader.ts'
import { MAX_NAME } from '../limits.ts'
import { convertPattern } from '../patterns.ts'
import { noteSettings, type QuestionFrame, type Reading } from '../reading.ts'
import type { SourceChoice, SourceEntry, SourceInput } from '../source-form.ts'
import type { SourceText } from '../source-text.ts'
import { yesNoChoices } from '../yes-no.ts'
import type { SurveyTexts } from './texts.ts'

export interface SurveyReading extends Reading {
  texts: SurveyTexts
}

const SETTINGS = [
  'enableIf',
  'requiredIf',
  'setValueIf',
  'resetValueIf',
  'choicesVisibleIf',
  'choicesEnableIf',
  'choicesFromQuestion',
  'showCommentArea',
  'hasComment',
]
const CHOICE_SETTINGS = ['showOtherItem', 'hasOther', 'showNoneItem', 'hasNone', 'showRefuseItem', 'showDontKnowItem']
const MAX_SLIDER_ITEMS = 21

/**
 * Returns the properties that all SurveyJS questions have in common, and adds notes for the settings that the importer
 * leaves out.
 */
export function frameOf(element: JsonObject, { texts, notes }: SurveyReading): QuestionFrame {
  const name = (textOf(propertyOf(element, 'name')) || textOf(propertyOf(element, 'valueName'))).slice(0, MAX_NAME)
  noteSettings(notes, name, element, SETTINGS)
  const title = texts.read(propertyOf(element, 'title'))
  const label = Object.keys(title).length > 0 ? title : name === '' ? {} : { default: name }
  if (Object.values(label).some((text) => /\{[^{}\s][^{}]{0,100}\}/.test(text))) notes.add(name, 'reference')
  for (const key of ['defaultValueExpression', 'setValueExpression']) {
    const expression = textOf(propertyOf(element, key))
    if (expression !== '') notes.add(name, 'calculation', expression)
  }
  return {
    name,
    place: name,
    label,
    help: texts.read(propertyOf(element, 'description')),
    placeholder: texts.read(propertyOf(element, 'placeholder') ?? propertyOf(element, 'placeHolder')),
    required: propertyOf(element, 'isRequired') === true,
    // Older SurveyJS forms mark an element with a condition as invisible. In that case the condition takes precedence,
    // and the question is not hidden.
    ...(propertyOf(element, 'visible') === false && textOf(propertyOf(element, 'visibleIf')) === '' && { hidden: true }),
    ...(propertyOf(element, 'readOnly') === true && { locked: true }),
  }
}

/** Converts a question or text of a SurveyJS form. The list is empty if the type of the element is unknown. */
export function readQuestion(type: string, element: JsonObject, reading: SurveyReading): SourceEntry[] {
  const { notes, texts } = reading
  const name = textOf(propertyOf(element, 'name'))
  if (type === 'html') return [{ kind: 'block', place: name, html: texts.read(propertyOf(element, 'html')) }]
  if (type === 'expression') {
    notes.add(name, 'calculation', textOf(propertyOf(element, 'expression')))
    return []
  }
  const input = inputOf(type, element, reading, name)
  if (input) return [{ kind: 'question', ...frameOf(element, reading), input }]
  notes.add(name, 'type_left_out', type || '?')
  return []
}

function inputOf(type: string, element: JsonObject, reading: SurveyReading, place: string): SourceInput | undefined {
  const { notes, texts } = reading
  switch (type) {
    case 'text':
      return textInput(element, reading, place)
    case 'comment':
      return written('textarea', element, reading, place)
    case 'radiogroup':
    case 'dropdown':
    case 'buttongroup':
    case 'checkbox':
    case 'tagbox':
    case 'imagepicker':
      return choices(type, element, reading, place)
    case 'ranking':
      notes.add(place, 'type_changed', type, 'multi_checkbox')
      return choices('checkbox', element, reading, place)
    case 'rating':
      return rating(element, reading, place)
    case 'slider': {
      notes.add(place, 'type_changed', type, 'numeric')
      return { type: 'numeric', min: numberOf(propertyOf(element, 'min')) ?? 0, max: numberOf(propertyOf(element, 'max')) ?? 100 }
    }
    case 'boolean': {
      const options = yesNoChoices(texts.read(propertyOf(element, 'labelTrue')), texts.read(propertyOf(element, 'labelFalse')))
      const given = textOf(propertyOf(element, 'defaultValue'))
      return choiceInput('select', options, { buttons: true, default: given === '' ? [] : [given] }, { notes, place })
    }
    case 'file':
    case 'signaturepad':
      return fileInput(type, element, reading, place)
    default:
      return undefined
  }
}

function textInput(element: JsonObject, reading: SurveyReading, place: string): SourceInput {
  const { notes } = reading
  const kind = textOf(propertyOf(element, 'inputType')) || 'text'
  const [min, max] = [propertyOf(element, 'min'), propertyOf(element, 'max')]
  switch (kind) {
    case 'number':
    case 'range':
      return { type: 'numeric', ...numberBounds(element, min, max, place, reading), default: numberOf(propertyOf(element, 'defaultValue')) }
    case 'date':
    case 'datetime':
    case 'datetime-local': {
      for (const bound of [propertyOf(element, 'minValueExpression'), propertyOf(element, 'maxValueExpression')])
        if (textOf(bound) !== '') notes.add(place, 'calculation', textOf(bound))
      return {
        type: 'date',
        time: kind !== 'date',
        min: dayOf(min),
        max: dayOf(max),
        default: kind === 'date' ? dayOf(propertyOf(element, 'defaultValue')) : undefined,
      }
    }
    case 'email':
      return written('email', element, reading, place)
    case 'text':
    case 'tel':
      return written('text', element, reading, place)
    default:
      notes.add(place, 'type_changed', kind, 'text')
      return written('text', element, reading, place)
  }
}

/**
 * Converts a SurveyJS text input with its length limits and patterns. If it has a validator for e-mail addresses, it
 * becomes an e-mail question.
 */
function written(type: 'text' | 'textarea' | 'email', element: JsonObject, { notes }: SurveyReading, place: string): SourceInput {
  let [kind, minLength, maxLength] = [type, undefined as number | undefined, numberOf(propertyOf(element, 'maxLength'))]
  if (maxLength !== undefined && maxLength <= 0) maxLength = undefined
  const sources: string[] = []
  for (const validator of objectsOf(propertyOf(element, 'validators'))) {
    const what = textOf(propertyOf(validator, 'type')).replace(/validator$/, '')
    if (what === 'email') kind = type === 'text' ? 'email' : kind
    else if (what === 'regex') sources.push(textOf(propertyOf(validator, 'regex')))
    else if (what === 'text') {
      minLength = numberOf(propertyOf(validator, 'minLength')) ?? minLength
      maxLength = numberOf(propertyOf(validator, 'maxLength')) || maxLength
      if (propertyOf(validator, 'allowDigits') === false) notes.add(place, 'setting', 'allowDigits')
    } else if (what === 'expression') notes.add(place, 'script', textOf(propertyOf(validator, 'expression')))
    else notes.add(place, 'setting', `validators: ${what}`)
  }
  const mask = objectOf(propertyOf(element, 'maskSettings'))
  if (mask) notes.add(place, 'setting', 'maskSettings')
  const patterns = sources.flatMap((source) => {
    const pattern = convertPattern(source, 'part', maxLength)
    if (pattern === undefined) notes.add(place, 'pattern', source)
    return pattern ?? []
  })
  const given = textOf(propertyOf(element, 'defaultValue'))
  return { type: kind, minLength, maxLength, patterns, ...(given !== '' && { default: given }) }
}

function numberBounds(
  element: JsonObject,
  min: unknown,
  max: unknown,
  place: string,
  { notes }: SurveyReading,
): { min: number | undefined; max: number | undefined } {
  const bounds = { min: numberOf(min), max: numberOf(max) }
  for (const validator of objectsOf(propertyOf(element, 'validators'))) {
    const what = textOf(propertyOf(validator, 'type')).replace(/validator$/, '')
    if (what === 'numeric') {
      bounds.min = numberOf(propertyOf(validator, 'minValue')) ?? bounds.min
      bounds.max = numberOf(propertyOf(validator, 'maxValue')) ?? bounds.max
    } else if (what === 'expression') notes.add(place, 'script', textOf(propertyOf(validator, 'expression')))
    else notes.add(place, 'setting', `validators: ${what}`)
  }
  return bounds
}

/** Converts a list of SurveyJS options, each of which is a value or an object with `value` and `text`. */
export function choicesOf(value: unknown, { texts, bounds, notes }: SurveyReading, place: string): SourceChoice[] {
  const list = listOf(value)
  bounds.choices(list.length)
  return list.map((each) => {
    const object = objectOf(each)
    if (!object) return { key: textOf(each), label: {} }
    noteSettings(notes, place, object, ['visibleIf', 'enableIf'])
    return { key: textOf(propertyOf(object, 'value')), label: texts.read(propertyOf(object, 'text')) }
  })
}

function choices(type: string, element: JsonObject, reading: SurveyReading, place: string): SourceInput {
  const { notes } = reading
  noteSettings(notes, place, element, CHOICE_SETTINGS)
  const service = objectOf(propertyOf(element, 'choicesByUrl'))
  if (service && textOf(propertyOf(service, 'url')) !== '') notes.add(place, 'choices_external', textOf(propertyOf(service, 'url')))
  if (type === 'imagepicker') notes.add(place, 'type_changed', type, 'select')
  const several = type === 'checkbox' || type === 'tagbox' || (type === 'imagepicker' && propertyOf(element, 'multiSelect') === true)
  const given = propertyOf(element, 'defaultValue')
  const defaults = (Array.isArray(given) ? given : [given]).map(textOf).filter((key) => key !== '')
  const options = choicesOf(propertyOf(element, 'choices'), reading, place)
  if (several && numberOf(propertyOf(element, 'minSelectedChoices'))) notes.add(place, 'setting', 'minSelectedChoices')
  const maxSelected = numberOf(propertyOf(element, 'maxSelectedChoices')) || undefined
  return choiceInput(several ? 'multi_checkbox' : 'select', options, { buttons: type === 'buttongroup', maxSelected, default: defaults }, { notes, place })
}

function rating(element: JsonObject, reading: SurveyReading, place: string): SourceInput {
  const { notes } = reading
  const own = choicesOf(propertyOf(element, 'rateValues'), reading, place)
  if (own.length > 0) return choiceInput('slider', own, {}, { notes, place })
  const [low, step] = [numberOf(propertyOf(element, 'rateMin')) ?? 1, numberOf(propertyOf(element, 'rateStep')) ?? 1]
  const high = numberOf(propertyOf(element, 'rateMax')) ?? numberOf(propertyOf(element, 'rateCount')) ?? 5
  const count = step > 0 ? Math.floor((high - low) / step) + 1 : 0
  if (count < 2 || count > MAX_SLIDER_ITEMS) {
    notes.add(place, 'type_changed', 'rating', 'numeric')
    return { type: 'numeric', min: Math.min(low, high), max: Math.max(low, high) }
  }
  const ends = [reading.texts.read(propertyOf(element, 'minRateDescription')), reading.texts.read(propertyOf(element, 'maxRateDescription'))]
  const options = Array.from({ length: count }, (_, at) => {
    const key = String(low + at * step)
    return { key, label: labelOfRate(key, at === 0 ? ends[0] : at === count - 1 ? ends[1] : undefined) }
  })
  return choiceInput('slider', options, {}, { notes, place })
}

function labelOfRate(key: string, end: SourceText | undefined): SourceText {
  const words = Object.entries(end ?? {})
  return words.length === 0 ? { default: key } : Object.fromEntries(words.map(([language, text]) => [language, `${key} – ${text}`]))
}

function fileInput(type: string, element: JsonObject, { notes }: SurveyReading, place: string): SourceInput {
  if (type === 'signaturepad') {
    notes.add(place, 'type_changed', type, 'file')
    return { type: 'file', multiple: false, fileTypes: ['image/*'] }
  }
  const size = numberOf(propertyOf(element, 'maxSize'))
  const types = textOf(propertyOf(element, 'acceptedTypes')).slice(0, 2_000)
  return {
    type: 'file',
    multiple: propertyOf(element, 'allowMultiple') === true,
    fileTypes: types
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== ''),
    ...(size !== undefined && size > 0 && { maxKilobytes: Math.ceil(size / 1024) }),
  }
}
