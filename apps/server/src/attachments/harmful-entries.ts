/** Names that a system runs when they are opened; documents are not among them. */
export const PROGRAM_NAMES =
  /\.(?:exe|dll|com|bat|cmd|pif|scr|cpl|msi|msp|mst|msix|appx|ps1|psm1|vbs|vbe|js|jse|mjs|wsf|wsh|ws|hta|lnk|url|scf|inf|reg|jar|apk|app|dmg|pkg|deb|rpm|sh|command|chm|hlp|iso|img|vhd|vhdx|docm|dotm|xlsm|xltm|xlam|pptm|potm|ppam)[. ]*$/i

/** Office documents without macros carry none: a document that says it has none and brings some is not what it says. */
export function isMacros(name: string): boolean {
  return /(?:^|\/)vbaProject[^/]*\.bin$/i.test(name)
}

const PROGRAMS = [
  Buffer.from('MZ'),
  Buffer.from('\x7fELF', 'latin1'),
  Buffer.from('\xfe\xed\xfa\xce', 'latin1'),
  Buffer.from('\xfe\xed\xfa\xcf', 'latin1'),
  Buffer.from('\xce\xfa\xed\xfe', 'latin1'),
  Buffer.from('\xcf\xfa\xed\xfe', 'latin1'),
  Buffer.from('\xca\xfe\xba\xbe', 'latin1'),
  Buffer.from('#!/'),
  // A shell link, [MS-SHLLINK] 2.1.
  Buffer.from('\x4c\0\0\0\x01\x14\x02\0', 'latin1'),
]

export function isProgram(head: Buffer): boolean {
  return PROGRAMS.some((mark) => head.subarray(0, mark.length).equals(mark))
}

const ARCHIVES = [
  Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1'),
  Buffer.from('Rar!\x1a\x07', 'latin1'),
  Buffer.from('\x1f\x8b', 'latin1'),
  Buffer.from('BZh'),
  Buffer.from('\xfd7zXZ\0', 'latin1'),
  Buffer.from('\x28\xb5\x2f\xfd', 'latin1'),
  Buffer.from('MSCF\0\0\0\0'),
  Buffer.from('\x1f\x9d', 'latin1'),
]

/** Archives that are not walked, and so not taken. */
export function isUnreadableArchive(head: Buffer): boolean {
  return ARCHIVES.some((mark) => head.subarray(0, mark.length).equals(mark)) || head.subarray(257, 262).toString('latin1') === 'ustar'
}
