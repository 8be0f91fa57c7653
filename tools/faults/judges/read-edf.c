/* Reads an EDF+ with EDFlib and writes its steps and notes: read-edf IN.edf OUT.bin. It writes the steps of all leads as
   16-bit frames and prints one note a line: onset and duration in 100 ns, text. */
#include <edflib.h>
#include <stdio.h>
#include <stdlib.h>

#define BLOCK 4096

int main(int count, char **words)
{
  static struct edf_hdr_struct head;
  if (count != 3) return 2;
  if (edfopen_file_readonly(words[1], &head, EDFLIB_READ_ALL_ANNOTATIONS) != 0) {
    printf("refused %d\n", head.filetype);
    return 1;
  }
  FILE *out = fopen(words[2], "wb");
  const int leads = head.edfsignals;
  const long long samples = head.signalparam[0].smp_in_file;
  int *steps = malloc(sizeof(int) * BLOCK * leads);
  short *frame = malloc(sizeof(short) * leads);
  for (long long at = 0; at < samples; at += BLOCK) {
    int part = 0;
    for (int lead = 0; lead < leads; lead++)
      part = edfread_digital_samples(head.handle, lead, BLOCK, steps + lead * BLOCK);
    for (int i = 0; i < part; i++) {
      for (int lead = 0; lead < leads; lead++) frame[lead] = (short)steps[lead * BLOCK + i];
      fwrite(frame, sizeof(short), leads, out);
    }
  }
  fclose(out);
  printf("start %04d-%02d-%02dT%02d:%02d:%02d\n", head.startdate_year, head.startdate_month, head.startdate_day,
         head.starttime_hour, head.starttime_minute, head.starttime_second);
  for (long long n = 0; n < head.annotations_in_file; n++) {
    struct edf_annotation_struct note;
    if (edf_get_annotation(head.handle, n, &note) != 0) return 3;
    printf("%lld\t%s\t%s\n", (long long)note.onset, note.duration, note.annotation);
  }
  edfclose_file(head.handle);
  return 0;
}
