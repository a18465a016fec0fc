const LEVELS = 6

interface GrownTag {
  code_tag: string
  tag_description: string
  description: string
  form_fields: object[]
  children: GrownTag[]
}

const WORDS = ['rimborso', 'visita', 'occhiali', 'dentista', 'pratica', 'documento', 'scadenza', 'ricorso', 'delega', 'iscrizione']

/** Returns a form with `size` steps on six levels, each with a description and an information block. */
export function grown(code: string, size: number) {
  const width = Math.ceil(size ** (1 / (LEVELS - 1)))
  let made = 0
  const grow = (level: number): GrownTag[] => {
    const children: GrownTag[] = []
    for (let at = 0; at < width && made < size; at++) {
      const number = made++
      const word = WORDS[number % WORDS.length] ?? ''
      const last = level === LEVELS - 1
      children.push({
        code_tag: `t${number}`,
        tag_description: `${word} ${number}`,
        description: `Tutto su ${word}, numero ${number}`,
        form_fields: [
          { type: 'HTML', ordering: 1, value: `<p>${`Chi chiede ${word} legge qui le regole della sezione ${number}. `.repeat(4)}</p>` },
          ...(last
            ? [{ type: 'PROPERTY', ordering: 2, value: { property_code: 'note', property_description: 'Note', default_value: { input_type: 'text' } } }]
            : []),
        ],
        children: last ? [] : grow(level + 1),
      })
    }
    return children
  }
  const children = grow(1)
  return {
    definitions: [{ code_tag: code, tag_description: code, form_params: { auth_type: ['FREE'], form_title: code }, children }],
    forms: [{ code_form: code, code_tag: code }],
    leaf: leafOf(children),
    made,
  }
}

function leafOf(children: readonly GrownTag[]): string {
  const [first] = children
  return first ? (first.children.length > 0 ? leafOf(first.children) : first.code_tag) : ''
}
