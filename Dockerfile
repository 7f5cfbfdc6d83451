FROM python:3.12-slim

WORKDIR /opt/cuelog
COPY requirements requirements
RUN pip install --no-cache-dir --no-deps --require-hashes \
    -r requirements/build.txt -r requirements/runtime.txt

COPY pyproject.toml README.md LICENSE ./
COPY domain domain
COPY ingest ingest
COPY projections projections
COPY analytics analytics
COPY api api
RUN pip install --no-cache-dir --no-deps --no-build-isolation .

RUN useradd --system cuelog && install --directory --owner cuelog /var/lib/cuelog
USER cuelog
VOLUME /var/lib/cuelog
EXPOSE 8000
ENTRYPOINT ["cuelog"]
CMD ["serve"]
