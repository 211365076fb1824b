import java.io.*;
import java.util.*;
import java.util.zip.*;

/**
 * Reads the archives whose paths come in, a line each, and prints what is in each of them as a line of JSON: first as
 * ZipFile reads it, by its directory, then as ZipInputStream does, from its first byte on.
 */
class Read {
  public static void main(String[] args) throws IOException {
    var lines = new BufferedReader(new InputStreamReader(System.in));
    for (String path; (path = lines.readLine()) != null; ) {
      System.out.println("[" + byDirectory(path) + "," + asStream(path) + "]");
      System.out.flush();
    }
  }

  static String byDirectory(String path) {
    try (var archive = new ZipFile(path)) {
      var files = new ArrayList<String>();
      for (var entry : Collections.list(archive.entries())) {
        if (entry.isDirectory()) continue;
        try (var content = archive.getInputStream(entry)) {
          files.add(describe(entry, content));
        }
      }
      return "{\"files\":" + files + "}";
    } catch (Exception error) {
      return failed(error);
    }
  }

  static String asStream(String path) {
    try (var archive = new ZipInputStream(new BufferedInputStream(new FileInputStream(path)))) {
      var files = new ArrayList<String>();
      for (ZipEntry entry; (entry = archive.getNextEntry()) != null; ) {
        if (entry.isDirectory()) continue;
        files.add(describe(entry, archive));
      }
      return "{\"files\":" + files + "}";
    } catch (Exception error) {
      return failed(error);
    }
  }

  static String describe(ZipEntry entry, InputStream content) throws IOException {
    byte[] bytes = content.readAllBytes();
    var crc = new CRC32();
    crc.update(bytes);
    return "[" + quote(entry.getName()) + "," + bytes.length + "," + crc.getValue() + "]";
  }

  static String failed(Exception error) {
    return "{\"error\":" + quote(String.valueOf(error)) + "}";
  }

  static String quote(String text) {
    var quoted = new StringBuilder("\"");
    for (char unit : text.toCharArray()) quoted.append(String.format("\\u%04x", (int) unit));
    return quoted.append('"').toString();
  }
}
