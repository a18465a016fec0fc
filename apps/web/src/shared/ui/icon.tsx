const SHAPES = {
  home: 'M3 11.5 12 4l9 7.5M5.5 10v10h13V10',
  chevron: 'm6 9 6 6 6-6',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  lock: 'M7 11V8a5 5 0 0 1 10 0v3M5.5 11h13v9h-13z',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm5-1.5L21 21',
  dots: 'M5 12h.01M12 12h.01M19 12h.01',
  mail: 'M3.5 6h17v12h-17zM3.5 7l8.5 6 8.5-6',
} as const

/** A drawing beside words; it says nothing by itself. */
export function Icon({ name }: { name: keyof typeof SHAPES }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={SHAPES[name]} />
    </svg>
  )
}
